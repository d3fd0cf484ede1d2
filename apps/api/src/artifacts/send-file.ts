import type { Response } from 'express';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Streams a file. What breaks in the middle ends the connection: its head was sent, and says how long it should be. */
export async function sendFile(
  response: Response,
  { artifact, content }: { artifact: { name: string; size: number }; content: Readable },
): Promise<void> {
  response.setHeader('Content-Type', 'application/octet-stream');
  response.setHeader('Content-Length', artifact.size);
  response.setHeader('Content-Disposition', `attachment; filename="${artifact.name}"`);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'private, no-store');
  await pipeline(content, response).catch(() => response.destroy());
}
