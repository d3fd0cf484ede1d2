import type { ApiExtension } from '#api';
import { ArtifactStore, type StoredFile } from '#api';
import { Injectable, Module } from '@nestjs/common';
import { Readable } from 'node:stream';

/** Keeps the files of results in memory: a store of one's own in a few lines. */
@Injectable()
export class MemoryStore extends ArtifactStore {
  readonly files = new Map<string, { content: Buffer; about: StoredFile }>();

  override async put(key: string, content: Readable, about: StoredFile): Promise<void> {
    // Nothing is kept when the stream fails: that is how the API says that the content is not what it should be.
    this.files.set(key, { content: Buffer.concat(await content.toArray()), about });
  }

  override async get(key: string): Promise<Readable | null> {
    const file = this.files.get(key);
    return file ? Readable.from([file.content]) : null;
  }

  override async remove(key: string): Promise<void> {
    this.files.delete(key);
  }
}

@Module({ providers: [MemoryStore], exports: [MemoryStore] })
class MemoryStoreModule {}

export const memoryStoreExtension: ApiExtension = {
  name: 'memory-store',
  module: MemoryStoreModule,
  replaces: [{ provide: ArtifactStore, useExisting: MemoryStore }],
};
