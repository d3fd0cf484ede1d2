import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactUpload } from '#agent-protocol';
import type { Logger } from '../logging.js';
import { claim, isAbandoned, touch, TOUCH_MS, unclaim } from '../work/spool-owner.js';
import type { ArtifactFile } from './artifact-file.js';

/** Bytes of all files together; the oldest make room. */
const SPOOL_BYTES = 512 * 1024 * 1024;

/** Which attempt left the file. */
export interface ArtifactOf extends Omit<ArtifactUpload, 'type' | 'sha256'> {
  resultId: string;
}

/** What is known of a file on disk: the JSON beside it. */
export interface Spooled extends ArtifactOf, Omit<ArtifactUpload, 'runId' | 'token' | 'attempt'> {
  name: string;
  contentType: string;
  size: number;
}

export interface SpooledArtifact {
  about: Spooled;
  path: string;
  /** Once nobody needs the file any more. */
  remove: () => Promise<void>;
}

interface Entry {
  base: string;
  size: number;
}

/**
 * Files of runs on disk until the API has them, or will never take them: `<location>.<agent>.<number>.data`, and a JSON of the
 * same name, written last, without which there is no file. As with reports, several agents may share the directory, and
 * adopt what those of their location have left.
 */
export class ArtifactSpool {
  private readonly ownerPath: string;
  private entries: Entry[] = [];
  private sequence = 0;
  private toucher: NodeJS.Timeout | undefined;

  constructor(
    private readonly directory: string,
    private readonly agentId: string,
    /** Files of another location would be refused for ever. */
    private readonly location: string,
    private readonly logger: Logger,
    private readonly maxBytes = SPOOL_BYTES,
    /** Hears how many files had to make room. */
    private readonly dropped: (files: number) => void = () => undefined,
  ) {
    this.ownerPath = join(directory, `${location}.${agentId}.owner`);
  }

  get bytes(): number {
    return this.entries.reduce((sum, { size }) => sum + size, 0);
  }

  /** Rejects when the disk does not take it. */
  async keep(of: ArtifactOf, { name, type, contentType, data }: ArtifactFile): Promise<void> {
    if (this.toucher === undefined) await this.own();
    const base = this.nextBase();
    const path = this.pathOf(base, 'data');
    if (Buffer.isBuffer(data)) await writeFile(path, data, { mode: 0o600, flush: true });
    else await moved(data.path, path);
    const { size, sha256 } = await read(path);
    const about: Spooled = { ...of, name, type, contentType, size, sha256 };
    await writeFile(this.pathOf(base, 'json'), JSON.stringify(about), { mode: 0o600, flush: true });
    this.entries.push({ base, size });
    await this.makeRoom();
  }

  /** Null when nothing is left. */
  async oldest(): Promise<SpooledArtifact | null> {
    for (let [entry] = this.entries; entry !== undefined; [entry] = this.entries) {
      const { base } = entry;
      const remove = () => this.remove(base);
      const about = await readFile(this.pathOf(base, 'json'), 'utf8').then(parsed, () => null);
      if (about !== null) return { about, path: this.pathOf(base, 'data'), remove };
      await remove();
    }
    return null;
  }

  /** The oldest is tried again after the others. */
  postpone(): void {
    const first = this.entries.shift();
    if (first !== undefined) this.entries.push(first);
  }

  /** Takes over what agents of the same location have left behind. */
  async adopt(): Promise<void> {
    const names = await readdir(this.directory).catch(() => [] as string[]);
    for (const name of names.toSorted()) {
      const [location, agentId, sequence, ending] = name.split('.');
      if (location !== this.location || agentId === this.agentId || ending !== 'json') continue;
      if (!(await isAbandoned(join(this.directory, `${location}.${agentId}.owner`)))) continue;
      await this.take(`${location}.${agentId}.${sequence}`);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.toucher);
    if (this.toucher !== undefined) await unclaim(this.ownerPath);
    this.toucher = undefined;
  }

  /** The JSON decides: whoever renames it has the file. */
  private async take(base: string): Promise<void> {
    if (this.toucher === undefined) await this.own();
    const own = this.nextBase();
    try {
      await rename(this.pathOf(base, 'json'), this.pathOf(own, 'json'));
      await rename(this.pathOf(base, 'data'), this.pathOf(own, 'data'));
      this.entries.push({ base: own, size: (await stat(this.pathOf(own, 'data'))).size });
      this.logger.info({ artifacts: 1 }, 'Adopted an artifact of an agent that is gone');
    } catch {
      // Another agent was faster, or it was cut short.
    }
  }

  private async own(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    await claim(this.ownerPath);
    this.toucher = setInterval(() => void touch(this.ownerPath), TOUCH_MS).unref();
  }

  private nextBase(): string {
    this.sequence += 1;
    return `${this.location}.${this.agentId}.${String(this.sequence).padStart(8, '0')}`;
  }

  private pathOf(base: string, ending: 'data' | 'json'): string {
    return join(this.directory, `${base}.${ending}`);
  }

  private async makeRoom(): Promise<void> {
    while (this.entries.length > 1 && this.bytes > this.maxBytes) {
      const oldest = this.entries[0] as Entry;
      this.dropped(1);
      this.logger.error({ size: oldest.size }, 'There is no room for more artifacts: the oldest is lost');
      await this.remove(oldest.base);
    }
  }

  private async remove(base: string): Promise<void> {
    this.entries = this.entries.filter((entry) => entry.base !== base);
    for (const ending of ['json', 'data'] as const) await unlink(this.pathOf(base, ending)).catch(() => undefined);
  }
}

/** Across file systems it is copied. */
async function moved(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch {
    await copyFile(from, to);
    await unlink(from).catch(() => undefined);
  }
}

/** Hashed as a stream: 150 MB never stand in memory. */
async function read(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { size: (await stat(path)).size, sha256: hash.digest('hex') };
}

function parsed(text: string): Spooled | null {
  try {
    return JSON.parse(text) as Spooled;
  } catch {
    return null;
  }
}
