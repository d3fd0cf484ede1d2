import type { Readable } from 'node:stream';

/** What a store may want to know of a file before it comes. */
export interface StoredFile {
  /** Bytes. */
  size: number;
  /** 64 hexadecimal digits. */
  sha256: string;
  contentType: string;
}

/**
 * Port: where the files of results are. A key is a path of letters, digits and `-_.+@=` between slashes; it is never used for
 * another content. An extension may bring a store of its own.
 */
export abstract class ArtifactStore {
  /** Keeps what `content` brings, all of it or nothing; the stream fails when it is not what `file` says. Again is harmless. */
  abstract put(key: string, content: Readable, file: StoredFile): Promise<void>;

  /** Null when there is no such file (any more). */
  abstract get(key: string): Promise<Readable | null>;

  /** Does nothing when there is no such file. */
  abstract remove(key: string): Promise<void>;
}
