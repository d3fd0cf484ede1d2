import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** How long a look at the file is good for, in milliseconds. */
const FRESH_MS = 5_000;

/** The names of /etc/hosts, read again when the file has changed. A missing file has no names. */
export class HostsFile {
  private names = new Map<string, string[]>();
  private checkedAt = Number.NEGATIVE_INFINITY;
  private changedAt = Number.NaN;

  constructor(private readonly path = '/etc/hosts') {}

  /** The addresses of one family, in the order of the file. */
  addresses(name: string, family: 4 | 6): string[] {
    this.refresh();
    return (this.names.get(name.toLowerCase()) ?? []).filter((address) => isIP(address) === family);
  }

  private refresh(): void {
    const now = performance.now();
    if (now - this.checkedAt < FRESH_MS) return;
    this.checkedAt = now;
    try {
      const changedAt = statSync(this.path).mtimeMs;
      if (changedAt === this.changedAt) return;
      this.names = parseHosts(readFileSync(this.path, 'utf8'));
      this.changedAt = changedAt;
    } catch {
      this.names = new Map();
      this.changedAt = Number.NaN;
    }
  }
}

function parseHosts(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), address]);
    }
  }
  return names;
}
