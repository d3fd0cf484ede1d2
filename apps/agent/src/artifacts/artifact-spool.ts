import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactUpload } from '#agent-protocol';
import type { Logger } from '../logging.js';
import { OwnedDirectory } from '../work/owned-directory.js';
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
  folder: string;
  size: number;
}

const dataIn = (folder: string) => join(folder, 'data');
const aboutIn = (folder: string) => join(folder, 'about.json');

/**
 * Files of runs on disk until the API has them, or will never take them: each in a folder of its own with a JSON about it,
 * written last, without which there is no file. As with reports, several agents may share the directory, see `OwnedDirectory`.
 */
export class ArtifactSpool {
  private readonly directory: OwnedDirectory;
  private entries: Entry[] = [];

  constructor(
    directory: string,
    agentId: string,
    location: string,
    private readonly logger: Logger,
    private readonly maxBytes = SPOOL_BYTES,
    /** Hears how many files had to make room. */
    private readonly dropped: (files: number) => void = () => undefined,
  ) {
    this.directory = new OwnedDirectory(directory, location, agentId, 'artifact');
  }

  get bytes(): number {
    return this.entries.reduce((sum, { size }) => sum + size, 0);
  }

  /** Rejects when the disk does not take it, and leaves nothing there then. */
  async keep(of: ArtifactOf, file: ArtifactFile): Promise<void> {
    const folder = await this.directory.next();
    try {
      this.entries.push({ folder, size: await written(folder, of, file) });
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
    await this.makeRoom();
  }

  /** Null when nothing is left. */
  async oldest(): Promise<SpooledArtifact | null> {
    for (let [entry] = this.entries; entry !== undefined; [entry] = this.entries) {
      const { folder } = entry;
      const remove = () => this.remove(folder);
      const about = await readFile(aboutIn(folder), 'utf8').then(parsed, () => null);
      if (about !== null) return { about, path: dataIn(folder), remove };
      await remove();
    }
    return null;
  }

  /** The oldest is tried again after the others. */
  postpone(): void {
    const first = this.entries.shift();
    if (first !== undefined) this.entries.push(first);
  }

  /** Takes over what agents of the same location have left behind, but for what was cut short. */
  async adopt(): Promise<void> {
    for (const folder of await this.directory.adopt()) {
      const [data] = await Promise.all([stat(dataIn(folder)), stat(aboutIn(folder))]).catch(() => [null]);
      if (data === null) {
        await this.remove(folder);
        continue;
      }
      this.entries.push({ folder, size: data.size });
      this.logger.info({ artifacts: 1 }, 'Adopted an artifact of an agent that is gone');
    }
  }

  close(): Promise<void> {
    return this.directory.close();
  }

  private async makeRoom(): Promise<void> {
    while (this.entries.length > 1 && this.bytes > this.maxBytes) {
      const oldest = this.entries[0] as Entry;
      this.dropped(1);
      this.logger.error({ size: oldest.size }, 'There is no room for more artifacts: the oldest is lost');
      await this.remove(oldest.folder);
    }
  }

  private async remove(folder: string): Promise<void> {
    this.entries = this.entries.filter((entry) => entry.folder !== folder);
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Resolves with the bytes of the file. */
async function written(folder: string, of: ArtifactOf, { name, type, contentType, data }: ArtifactFile) {
  await mkdir(folder, { mode: 0o700 });
  const path = dataIn(folder);
  if (Buffer.isBuffer(data)) await writeFile(path, data, { mode: 0o600, flush: true });
  else await moved(data.path, path);
  const { size, sha256 } = await read(path);
  const about: Spooled = { ...of, name, type, contentType, size, sha256 };
  await writeFile(aboutIn(folder), JSON.stringify(about), { mode: 0o600, flush: true });
  return size;
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
