import { createHash } from 'node:crypto';
import { open, readFile, stat, unlink } from 'node:fs/promises';
import type { Logger } from '../logging.js';
import { OwnedDirectory } from './owned-directory.js';

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
 * Several agents may share a directory, see `OwnedDirectory`. One thing is done at a time: a segment that is being written
 * looks empty to a reader.
 */
export class Spool {
  private readonly directory: OwnedDirectory;
  private segments: Segment[] = [];
  private current: Segment | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    directory: string,
    agentId: string,
    key: string,
    private readonly logger: Logger,
    private readonly maxBytes = SPOOL_BYTES,
    /** Hears how many reports had to make room. */
    private readonly dropped: (reports: number) => void = () => undefined,
  ) {
    const location = createHash('sha256').update(key).digest('hex').slice(0, 12);
    this.directory = new OwnedDirectory(directory, location, agentId, 'ndjson');
  }

  get isEmpty(): boolean {
    return this.segments.length === 0;
  }

  get bytes(): number {
    return this.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Keeps reports. Rejects when the disk does not take them. */
  append(texts: readonly string[]): Promise<void> {
    return this.inTurn(() => this.write(texts));
  }

  /** The oldest batch; null when nothing is left. It grows no more once it was asked for. */
  oldest(): Promise<Batch | null> {
    return this.inTurn(() => this.read());
  }

  /** Takes over what agents of the same location have left behind. */
  adopt(): Promise<void> {
    return this.inTurn(async () => {
      for (const path of await this.directory.adopt()) {
        const { size } = await stat(path).catch(() => ({ size: 0 }));
        this.segments.push({ path, bytes: size, reports: SEGMENT_REPORTS });
        this.logger.info({ bytes: size }, 'Adopted reports of an agent that is gone');
      }
    });
  }

  /** Leaves what is on disk to whoever comes next. */
  close(): Promise<void> {
    return this.inTurn(() => this.directory.close());
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async write(texts: readonly string[]): Promise<void> {
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

  private async read(): Promise<Batch | null> {
    for (;;) {
      const segment = this.segments[0];
      if (segment === undefined) return null;
      if (segment === this.current) this.current = undefined;
      const text = await readFile(segment.path, 'utf8').catch(() => '');
      const texts = text.split('\n').filter(isReport);
      if (texts.length > 0) return { texts, remove: () => this.inTurn(() => this.remove(segment)) };
      await this.remove(segment);
    }
  }

  private async segmentFor(reports: number, bytes: number): Promise<Segment> {
    const current = this.current;
    const fits = (segment: Segment) =>
      segment.reports + reports <= SEGMENT_REPORTS && segment.bytes + bytes <= SEGMENT_BYTES;
    if (current !== undefined && fits(current)) return current;
    const segment = { path: await this.directory.next(), bytes: 0, reports: 0 };
    await (await open(segment.path, 'a', 0o600)).close();
    const directory = await open(this.directory.path, 'r');
    await directory.sync().finally(() => directory.close());
    this.segments.push(segment);
    this.current = segment;
    return segment;
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
