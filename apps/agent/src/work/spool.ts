import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../logging.js';
import { claim, isAbandoned, touch, TOUCH_MS, unclaim } from './spool-owner.js';

/** Reports in a segment: what one call to the API takes. */
const SEGMENT_REPORTS = 100;
/** Bytes of a segment, unless a single report is larger. */
const SEGMENT_BYTES = 1024 * 1024;
/** Bytes of all segments together; the oldest make room. */
const SPOOL_BYTES = 64 * 1024 * 1024;

interface Segment {
  path: string;
  bytes: number;
  reports: number;
}

/** The oldest reports on disk, as JSON texts. `remove` them once the API has answered for each. */
export interface Batch {
  texts: string[];
  remove: () => Promise<void>;
}

/**
 * Reports that could not be delivered, on disk until the API has answered for each of them.
 *
 * A segment is a file of JSON lines, only ever appended to, and at the same time the batch in which it is delivered: when
 * the API has answered, the file goes. Delivering one twice is harmless, as results are stored once. `append` returns
 * after fdatasync (a loss of power loses nothing that was reported as kept; appends are batches, so this costs a few
 * milliseconds each, during an outage only). A line cut short by a crash is no JSON and is left out.
 *
 * What is not here: a report goes to the API directly while that works, so `kill -9` in the milliseconds between the end
 * of a run and the API's answer loses it. Its lease was not finished then, and the API lets the run be executed again.
 *
 * Several agents may share a directory: each writes files of its own, named by the location's key (another location's
 * reports would be refused for ever) and by the agent, and adopts those of agents that are gone.
 */
export class Spool {
  private readonly location: string;
  private readonly ownerPath: string;
  private segments: Segment[] = [];
  private current: Segment | undefined;
  private sequence = 0;
  private toucher: NodeJS.Timeout | undefined;

  constructor(
    private readonly directory: string,
    private readonly agentId: string,
    key: string,
    private readonly logger: Logger,
    private readonly maxBytes = SPOOL_BYTES,
    /** Hears how many reports had to make room. */
    private readonly dropped: (reports: number) => void = () => undefined,
  ) {
    this.location = createHash('sha256').update(key).digest('hex').slice(0, 12);
    this.ownerPath = join(directory, `${this.location}.${agentId}.owner`);
  }

  get isEmpty(): boolean {
    return this.segments.length === 0;
  }

  get bytes(): number {
    return this.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Keeps reports. Rejects when the disk does not take them. */
  async append(texts: readonly string[]): Promise<void> {
    if (this.toucher === undefined) await this.own();
    // Each begins with a line break: what a failed append has cut short must not swallow the next report.
    const lines = Buffer.from(texts.map((text) => `\n${text}`).join(''));
    const segment = await this.segmentFor(texts.length, lines.length);
    const file = await open(segment.path, 'a', 0o600);
    try {
      await file.appendFile(lines);
      await file.datasync();
    } finally {
      await file.close();
    }
    segment.bytes += lines.length;
    segment.reports += texts.length;
    await this.makeRoom();
  }

  /** The oldest batch; null when nothing is left. It grows no more once it was asked for. */
  async oldest(): Promise<Batch | null> {
    for (;;) {
      const segment = this.segments[0];
      if (segment === undefined) return null;
      if (segment === this.current) this.current = undefined;
      const text = await readFile(segment.path, 'utf8').catch(() => '');
      const texts = text.split('\n').filter(isReport);
      const remove = () => this.remove(segment);
      if (texts.length > 0) return { texts, remove };
      await remove();
    }
  }

  /** Takes over what agents of the same location have left behind. */
  async adopt(): Promise<void> {
    const names = await readdir(this.directory).catch(() => [] as string[]);
    for (const name of names.toSorted()) {
      const [location, agentId, sequence, ending] = name.split('.');
      if (location !== this.location || agentId === this.agentId || sequence === undefined || ending !== 'ndjson')
        continue;
      const owner = join(this.directory, `${location}.${agentId}.owner`);
      if (!(await isAbandoned(owner))) continue;
      await this.take(join(this.directory, name));
      await unclaim(owner);
    }
  }

  /** Leaves what is on disk to whoever comes next. */
  async close(): Promise<void> {
    clearInterval(this.toucher);
    await unclaim(this.ownerPath);
  }

  private async own(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    await claim(this.ownerPath);
    this.toucher = setInterval(() => void touch(this.ownerPath), TOUCH_MS).unref();
  }

  /** A rename has one winner, so two agents never adopt the same file. */
  private async take(path: string): Promise<void> {
    if (this.toucher === undefined) await this.own();
    const target = this.nextPath();
    try {
      await rename(path, target);
      const { size } = await stat(target);
      this.segments.push({ path: target, bytes: size, reports: SEGMENT_REPORTS });
      this.logger.info({ bytes: size }, 'Adopted reports of an agent that is gone');
    } catch {
      // Another agent was faster.
    }
  }

  private async segmentFor(reports: number, bytes: number): Promise<Segment> {
    const current = this.current;
    const fits = (segment: Segment) =>
      segment.reports + reports <= SEGMENT_REPORTS && segment.bytes + bytes <= SEGMENT_BYTES;
    if (current !== undefined && fits(current)) return current;
    const segment = { path: this.nextPath(), bytes: 0, reports: 0 };
    await (await open(segment.path, 'a', 0o600)).close();
    const directory = await open(this.directory, 'r');
    await directory.sync().finally(() => directory.close());
    this.segments.push(segment);
    this.current = segment;
    return segment;
  }

  private nextPath(): string {
    this.sequence += 1;
    const sequence = String(this.sequence).padStart(8, '0');
    return join(this.directory, `${this.location}.${this.agentId}.${sequence}.ndjson`);
  }

  private async makeRoom(): Promise<void> {
    while (this.segments.length > 1 && this.bytes > this.maxBytes) {
      const oldest = this.segments[0] as Segment;
      this.dropped(oldest.reports);
      this.logger.error({ reports: oldest.reports }, 'The spool is full: the oldest reports are lost');
      await this.remove(oldest);
    }
  }

  private async remove(segment: Segment): Promise<void> {
    this.segments = this.segments.filter((other) => other !== segment);
    if (segment === this.current) this.current = undefined;
    await unlink(segment.path).catch(() => undefined);
  }
}

function isReport(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'runId' in value;
  } catch {
    return false;
  }
}
