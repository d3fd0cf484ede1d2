import { writeFile } from 'node:fs/promises';
import { openApiDocument } from '#api';
import { optional, type Command } from './command.js';

export const openapi: Command = {
  name: 'openapi',
  usage: '[--out FILE]',
  options: { out: { type: 'string' } },
  run: async (values) => {
    const file = optional(values, 'out');
    const document = await openApiDocument();
    if (file === undefined) return document;
    await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
    return { written: file };
  },
};
