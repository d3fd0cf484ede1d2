import { mkdir, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { claim, isAbandoned, touch, TOUCH_MS } from './spool-owner.js';

/**
 * A directory that several agents share. What they keep in it (files, or folders) is called
 * `<location>.<agent>.<number>.<ending>`: each agent writes names of its own, and adopts those of agents of its location
 * that are gone. What belongs to another location would be refused for ever.
 */
export class OwnedDirectory {
  private sequence = 0;
  private owned: Promise<void> | undefined;
  private toucher: NodeJS.Timeout | undefined;
  private touching: Promise<void> | undefined;

  constructor(
    readonly path: string,
    private readonly location: string,
    private readonly agentId: string,
    private readonly ending: string,
  ) {}

  /** A path for the next thing to keep. Rejects when the directory cannot be written to. */
  async next(): Promise<string> {
    this.owned ??= this.own();
    await this.owned;
    this.sequence += 1;
    const number = String(this.sequence).padStart(8, '0');
    return join(this.path, `${this.location}.${this.agentId}.${number}.${this.ending}`);
  }

  /** Takes over what agents that are gone have left: the paths that it has now, of each agent the oldest first. */
  async adopt(): Promise<string[]> {
    const adopted: string[] = [];
    for (const [agentId, names] of await this.others()) {
      const owner = this.ownerPath(agentId);
      if (!(await isAbandoned(owner))) continue;
      for (const name of names) {
        const path = await this.next();
        // A rename has one winner, so two agents never adopt the same.
        const isOurs = await rename(join(this.path, name), path).then(
          () => true,
          () => false,
        );
        if (isOurs) adopted.push(path);
      }
      await unlink(owner).catch(() => undefined);
    }
    return adopted;
  }

  /** Leaves what is in it to whoever comes next. */
  async close(): Promise<void> {
    if (this.owned === undefined) return;
    clearInterval(this.toucher);
    await this.touching;
    this.owned = undefined;
    await unlink(this.ownerPath(this.agentId)).catch(() => undefined);
  }

  private async own(): Promise<void> {
    try {
      const owner = this.ownerPath(this.agentId);
      await mkdir(this.path, { recursive: true, mode: 0o700 });
      await claim(owner);
      this.toucher = setInterval(() => (this.touching = touch(owner)), TOUCH_MS).unref();
    } catch (error) {
      this.owned = undefined;
      throw error;
    }
  }

  /** The other agents of the location that the directory knows, with the names of what they keep. */
  private async others(): Promise<Map<string, string[]>> {
    const names = await readdir(this.path).catch(() => [] as string[]);
    const others = new Map<string, string[]>();
    for (const name of names.toSorted()) {
      const [location, agentId = '', ...rest] = name.split('.');
      if (location !== this.location || agentId === this.agentId) continue;
      const kept = others.get(agentId) ?? [];
      if (rest.length === 2 && rest[1] === this.ending) kept.push(name);
      others.set(agentId, kept);
    }
    return others;
  }

  private ownerPath(agentId: string): string {
    return join(this.path, `${this.location}.${agentId}.owner`);
  }
}
