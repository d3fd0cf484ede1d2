import { setTimeout as sleep } from 'node:timers/promises';
import { ARTIFACT_BYTES, ARTIFACT_NAME } from '#domain';
import type { Logger } from '../logging.js';
import type { AgentMetrics } from '../metrics.js';
import { newTraceId } from '../trace.js';
import { ApiRefusal, type ApiClient } from '../work/api-client.js';
import { Backoff } from '../work/backoff.js';
import type { ArtifactFile } from './artifact-file.js';
import type { ArtifactOf, ArtifactSpool, SpooledArtifact } from './artifact-spool.js';

/** How often one file is tried while others get through, before it is given up. */
const MOST_TRIES = 20;
/** How often the directory is searched for files of agents that are gone, in milliseconds. */
const ADOPT_MS = 10_000;
/** Pauses between tries while the API is away, in milliseconds. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [200, 30_000];
/** How long the end of the process may be held up, in milliseconds: the next agent goes on. */
const LAST_UPLOAD_MS = 5_000;

/** Brings the files of runs to the API, over the disk, one at a time: reports must not wait for them. */
export class ArtifactUploader {
  private uploading: Promise<void> | undefined;
  private adopter: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();
  private readonly tries = new Map<string, number>();

  constructor(
    private readonly api: ApiClient,
    private readonly spool: ArtifactSpool,
    private readonly logger: Logger,
    private readonly metrics: AgentMetrics,
  ) {}

  /** Begins with what earlier agents have left on disk. */
  start(): void {
    void this.adopt();
    this.adopter = setInterval(() => void this.adopt(), ADOPT_MS).unref();
  }

  /** Resolves when the files are on disk. A file that cannot be kept is logged and lost: the result stands without it. */
  async keep(of: ArtifactOf, files: readonly ArtifactFile[]): Promise<void> {
    for (const file of files) {
      const about = { runId: of.runId, name: file.name, type: file.type };
      if (!ARTIFACT_NAME.test(file.name)) {
        this.lose(about, 'its name cannot be used');
        continue;
      }
      await this.spool.keep(of, file).catch((error: unknown) => this.lose(about, String(error)));
    }
    this.upload();
  }

  /** What is not uploaded stays on disk for the next agent. */
  async close(): Promise<void> {
    clearInterval(this.adopter);
    this.stopping.abort();
    await Promise.race([this.uploading, sleep(LAST_UPLOAD_MS, undefined, { ref: false })]);
    await this.spool.close();
  }

  private async adopt(): Promise<void> {
    await this.spool.adopt().catch((error: unknown) => this.logger.warn({ err: error }, 'Artifacts cannot be read'));
    this.upload();
  }

  private upload(): void {
    if (this.stopping.signal.aborted) return;
    this.uploading ??= this.empty();
  }

  private async empty(): Promise<void> {
    const backoff = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
    const { signal } = this.stopping;
    try {
      for (let next = await this.spool.oldest(); next !== null; next = await this.spool.oldest()) {
        if (signal.aborted) return;
        if (await this.sent(next)) backoff.reset();
        else await backoff.pause(signal);
      }
    } finally {
      this.uploading = undefined;
    }
  }

  /** Whether the API has answered for the file: taken, or never to be. */
  private async sent(artifact: SpooledArtifact): Promise<boolean> {
    const { about, path } = artifact;
    const traceId = newTraceId();
    const line = { runId: about.runId, name: about.name, type: about.type, bytes: about.size, traceId };
    if (about.size > ARTIFACT_BYTES || about.size === 0) {
      this.lose(line, `it has ${about.size} bytes`);
      return this.ended(artifact);
    }
    try {
      const { verdict } = await this.api.upload(about, path, this.stopping.signal, traceId);
      this.metrics.uploaded(verdict);
      this.logger.debug({ ...line, verdict }, 'Uploaded an artifact');
      return await this.ended(artifact);
    } catch (error) {
      if (this.stopping.signal.aborted) return false;
      return this.failed(artifact, line, error);
    }
  }

  private async failed(artifact: SpooledArtifact, line: object, error: unknown): Promise<boolean> {
    this.metrics.callFailed('artifact');
    const { status } = error instanceof ApiRefusal ? error : { status: null };
    const about = { ...line, status, reason: error instanceof Error ? error.message : String(error) };
    if (error instanceof ApiRefusal && error.isFinal) {
      this.lose(about, 'the API will not take it');
      return this.ended(artifact);
    }
    // Away, or its key refused: nothing is wrong with the file. Anything else may be, and must not hold up the others.
    const answered = error instanceof ApiRefusal && !error.isKeyRefused && error.status !== 503;
    const tries = (this.tries.get(artifact.path) ?? 0) + Number(answered);
    this.tries.set(artifact.path, tries);
    if (tries >= MOST_TRIES) {
      this.lose(about, `it failed ${tries} times`);
      return this.ended(artifact);
    }
    this.logger.warn({ ...about, tries }, 'An artifact could not be uploaded: trying again');
    this.spool.postpone();
    return false;
  }

  private async ended({ path, remove }: SpooledArtifact): Promise<true> {
    this.tries.delete(path);
    await remove();
    return true;
  }

  private lose(about: object, why: string): void {
    this.metrics.dropped('artifact', 1);
    this.logger.error(about, `An artifact is lost: ${why}`);
  }
}
