import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ArtifactStore } from './artifact-store.js';

/** Files in a local folder, or in one that all replicas share. */
export class FolderStore extends ArtifactStore {
  constructor(private readonly folder: string) {
    super();
  }

  override async put(key: string, content: Readable): Promise<void> {
    const path = join(this.folder, key);
    const part = `${path}.${randomUUID()}.part`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await pipeline(content, createWriteStream(part, { mode: 0o600, flush: true }));
      await rename(part, path);
    } catch (error) {
      await unlink(part).catch(() => undefined);
      throw error;
    }
  }

  override async get(key: string): Promise<Readable | null> {
    const file = await open(join(this.folder, key)).catch(missing);
    return file?.createReadStream() ?? null;
  }

  override async remove(key: string): Promise<void> {
    const path = join(this.folder, key);
    await unlink(path).catch(missing);
    // The folder of the result, when nothing else is in it.
    await rmdir(dirname(path)).catch(() => undefined);
  }
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
