import type { LoggerService } from '@nestjs/common';

/** Warnings and errors on standard error, one line each; nothing on standard output, which belongs to a command's answer (decision 34). */
export class StderrLogger implements LoggerService {
  log = () => undefined;
  debug = () => undefined;
  verbose = () => undefined;
  warn = (message: unknown, ...rest: unknown[]) => this.write(message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write(message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write(message, rest);

  private write(message: unknown, rest: unknown[]): void {
    const texts = [message, ...rest].map(textOf).filter((text) => text !== '');
    process.stderr.write(`pharos: ${texts.join(' ')}\n`);
  }
}

function textOf(part: unknown): string {
  if (part instanceof Error) return part.message;
  if (typeof part !== 'object' || part === null) return String(part ?? '');
  return 'err' in part ? textOf(part.err) : JSON.stringify(part);
}
