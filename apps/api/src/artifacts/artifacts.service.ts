import type { ArtifactUpload, ArtifactVerdict } from '#agent-protocol';
import type { ApiConfig } from '#config';
import {
  ARTIFACT_BYTES,
  ARTIFACT_NAME,
  ARTIFACTS_PER_RESULT,
  conflict,
  contentTypeOf,
  notFound,
  ruleBroken,
  type AccountId,
  type ArtifactType,
} from '#domain';
import { allowTime, type LocationPrincipal } from '#http';
import { resultId as idOf } from '#persistence';
import {
  HttpException,
  Inject,
  Injectable,
  Logger,
  PayloadTooLargeException,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { API_CONFIG } from '../config.module.js';
import { ArtifactStore } from './artifact-store.js';
import { AssetManifestView } from './artifacts.dto.js';
import { ArtifactsQueries, type ArtifactRow, type OldArtifact } from './artifacts.queries.js';
import { CheckedContent } from './checked-content.js';

/** For a file to arrive, in milliseconds: 150 MB from where a line is thin. */
const UPLOAD_MS = 15 * 60_000;
/** Entries of one manifest. */
const MOST_ENTRIES = 1_000;
/** Old files that are looked up, and removed, at once. */
const PAGE = 100;
const AT_ONCE = 10;

/** How many files are gone, how many the store did not remove, and why the first of them. */
export interface Forgotten {
  forgotten: number;
  failed: number;
  error?: unknown;
  last?: OldArtifact;
}

const keyOf = ({ accountId, resultId, name }: Pick<ArtifactRow, 'accountId' | 'resultId' | 'name'>) =>
  `${accountId}/${resultId}/${name}`;

/** Files that runs leave: from their agents into the store, and out of it. */
@Injectable()
export class ArtifactsService {
  private readonly logger = new Logger('Artifacts');

  constructor(
    private readonly queries: ArtifactsQueries,
    private readonly store: ArtifactStore,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Takes the body as a stream. Throws not-found for an unknown run, conflict when it was leased again or the name is taken. */
  async upload(
    { accountId, slugName }: LocationPrincipal,
    resultId: string,
    name: string,
    upload: ArtifactUpload,
    body: IncomingMessage,
  ): Promise<ArtifactVerdict> {
    if (!ARTIFACT_NAME.test(name)) throw notFound();
    const size = sizeOf(body);
    const run = await this.queries.uploading(accountId, upload.runId, resultId, name);
    if (!run || resultId !== idOf(upload.runId, slugName, upload.attempt)) throw notFound();
    const isHolder = upload.attempt === run.attempt ? upload.token === run.token : upload.token <= run.token;
    if (!isHolder || upload.attempt > run.attempt) throw conflict('The run was leased again: its files are not taken');
    if (run.sha256 === upload.sha256) {
      body.resume();
      return 'known';
    }
    if (run.sha256 !== null) throw conflict(`The result has another file of the name ${name}`);
    if (run.present >= ARTIFACTS_PER_RESULT) throw conflict(`A result has at most ${ARTIFACTS_PER_RESULT} files`);
    const { type, sha256 } = upload;
    const artifact = { name, type, sha256, size, contentType: contentTypeOf(body.headers['content-type']) };
    allowTime(body, UPLOAD_MS);
    await this.keep({ accountId, resultId, checkId: run.checkId, ...artifact }, body);
    return 'stored';
  }

  /** Throws not-found. */
  async manifest(
    account: AccountId,
    checkId: string,
    resultId: string,
    { type, name }: { type?: ArtifactType[]; name?: string },
  ): Promise<AssetManifestView> {
    const filter = { types: type?.length ? type : undefined, part: name, limit: MOST_ENTRIES };
    const found = await this.queries.ofResult(account, checkId, resultId, filter);
    if (!found) throw notFound();
    return AssetManifestView.of(found, this.config.publicUrl);
  }

  /** Throws not-found. */
  async download(
    account: AccountId,
    checkId: string,
    resultId: string,
    name: string,
  ): Promise<{ artifact: ArtifactRow; content: Readable }> {
    const artifact = await this.queries.one(account, checkId, resultId, name);
    if (!artifact) throw notFound();
    const content = await this.store.get(keyOf(artifact)).catch((error: unknown) => this.unavailable(error));
    if (content === null) throw notFound('The file is not in the artifact store any more');
    return { artifact, content };
  }

  /**
   * Forgets a page of what is older than `days`, after `last`: first the file, as one without a row would never be found
   * again. What the store does not remove stays and holds up nothing. Removing a file twice does no harm, so replicas need
   * not know of each other. `last` leads to the next page, where there is one.
   */
  async forget(days: number, last?: OldArtifact): Promise<Forgotten> {
    const page = await this.queries.old(days, PAGE, last);
    const forgotten: Forgotten = { forgotten: 0, failed: 0, last: page[PAGE - 1] };
    for (let at = 0; at < page.length; at += AT_ONCE) {
      const some = page.slice(at, at + AT_ONCE);
      const removals = await Promise.allSettled(some.map((artifact) => this.store.remove(keyOf(artifact))));
      const removed = some.filter((_, index) => removals[index]!.status === 'fulfilled');
      if (removed.length > 0) await this.queries.forget(removed);
      forgotten.forgotten += removed.length;
      forgotten.failed += some.length - removed.length;
      forgotten.error ??= removals.find((removal) => removal.status === 'rejected')?.reason;
    }
    return forgotten;
  }

  /** The file first: what is listed is there. A file whose row could not be written is written again by the next try. */
  private async keep(artifact: ArtifactRow, body: IncomingMessage): Promise<void> {
    const { size, sha256, contentType } = artifact;
    const content = new CheckedContent(size, sha256);
    let failure: unknown;
    content.once('error', (error) => (failure = error));
    body.once('error', (error) => content.destroy(error));
    body.once('aborted', () => content.destroy(new CutOff()));
    try {
      await this.store.put(keyOf(artifact), body.pipe(content), { size, sha256, contentType });
    } catch (error) {
      body.resume();
      throw failure instanceof HttpException ? failure : this.unavailable(error);
    }
    await this.queries.add(artifact);
    const { resultId, name, type } = artifact;
    this.logger.debug({ resultId, name, type, size }, 'artifact stored');
  }

  private unavailable(error: unknown): never {
    if (error instanceof HttpException) throw error;
    throw new ServiceUnavailableException('The artifact store cannot be reached', { cause: error });
  }
}

/** The agent hung up: nobody hears the answer. */
class CutOff extends HttpException {
  constructor() {
    super('The request was cut off', 400);
  }
}

function sizeOf({ headers }: IncomingMessage): number {
  const size = Number(headers['content-length']);
  if (!Number.isInteger(size) || size < 1) throw ruleBroken('Send the file with its Content-Length');
  if (size > ARTIFACT_BYTES) throw new PayloadTooLargeException(`A file has at most ${ARTIFACT_BYTES} bytes`);
  return size;
}
