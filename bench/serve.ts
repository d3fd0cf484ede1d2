import { Session } from 'node:inspector/promises';
import type { CpuProfile } from './profile-summary.js';

type Handler = (args: never) => unknown;

interface Call {
  id: number;
  call: string;
  args: never;
}

const session = new Session();

/** What every process of a benchmark can be asked. */
const OWN: Record<string, Handler> = {
  cpuMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  rss: () => process.memoryUsage.rss(),
  startProfile: async () => {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
  },
  stopProfile: async (): Promise<CpuProfile> => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile as CpuProfile;
  },
};

/** The child's side of `Child`: answers calls until the parent hangs up, then calls `end` and exits. */
export function serve(handlers: Record<string, Handler>, end: () => Promise<void> | void = () => undefined): void {
  const all = { ...OWN, ...handlers };
  process.on('message', ({ id, call, args }: Call) => {
    Promise.resolve()
      .then(() => (all[call] ?? missing(call))(args))
      .then(
        (value) => process.send?.({ id, value }),
        (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
      );
  });
  process.once('disconnect', () => void Promise.resolve(end()).finally(() => process.exit(0)));
}

function missing(call: string): never {
  throw new Error(`Nobody answers to ${call}`);
}
