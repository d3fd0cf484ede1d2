import { EventEmitter, once } from 'node:events';
import { Stack, StoppedError } from '../../src/stack.js';

function part(name: string, events: string[], problem?: Error) {
  return {
    stop: async () => {
      events.push(`stop ${name}`);
      if (problem) throw problem;
    },
    abandon: () => void events.push(`abandon ${name}`),
  };
}

test('stops in reverse order, once, and past a part that cannot be stopped', async () => {
  const events: string[] = [];
  const stack = new Stack((name, error) => events.push(`${name}: ${String(error)}`));
  await stack.start('a', async () => part('a', events));
  await stack.start('b', async () => part('b', events, new Error('stuck')));
  await stack.start('c', async () => part('c', events));
  await Promise.all([stack.stop(), stack.stop()]);
  expect(events).toEqual(['stop c', 'stop b', 'b: Error: stuck', 'stop a']);
});

test('a stop during a start waits for it, stops that part too and starts no further', async () => {
  const events: string[] = [];
  const stack = new Stack(() => undefined);
  const turn = new EventEmitter();
  const started = stack.start('a', async () => {
    await once(turn, 'go');
    return part('a', events);
  });
  const stopped = stack.stop();
  turn.emit('go');
  await expect(started).rejects.toThrow(StoppedError);
  await stopped;
  expect(events).toEqual(['stop a']);
  await expect(stack.start('b', async () => part('b', events))).rejects.toThrow(StoppedError);
});

test('abandons the last started first', async () => {
  const events: string[] = [];
  const stack = new Stack(() => undefined);
  await stack.start('a', async () => part('a', events));
  await stack.start('b', async () => part('b', events));
  stack.abandon();
  expect(events).toEqual(['abandon b', 'abandon a']);
});
