import { Server, type Socket } from 'node:net';
import { createGatherEvidence } from '../../apps/agent/src/evidence/evidence.js';
import type { EvidenceTools } from '../../apps/agent/src/evidence/evidence-tools.js';
import { Traceroute } from '../../apps/agent/src/evidence/traceroute.js';
import { findTool } from '../../apps/agent/src/system-tool.js';
import { fakeTool } from './fake-tool.js';
import { closedPort, stopTargets, tcpTarget } from './targets.js';

afterAll(stopTargets);

const none: EvidenceTools = { traceroute: null, tracepath: null, tcpdump: null };
const REAL = {
  traceroute: process.env.TEST_TRACEROUTE ?? findTool('traceroute'),
  tcpdump: process.env.TEST_TCPDUMP ?? findTool('tcpdump'),
};

const gather = (tools: Partial<EvidenceTools>, port: number, signal = new AbortController().signal) =>
  createGatherEvidence({ ...none, ...tools })({ address: '127.0.0.1', port }, signal);

const hop = (n: number) => ` ${n}  192.0.2.${n}  0.5 ms`;
const way = `echo 'traceroute to 127.0.0.1, 20 hops max'; echo '${hop(1)}'; echo '${hop(2)}'`;

describe('a connection that failed', () => {
  it('is tried once more, from a known port, and nothing is sent', async () => {
    let heard = '';
    const port = await tcpTarget((socket: Socket) => socket.on('data', (data) => (heard += data.toString())));
    expect(await gather({}, port)).toEqual({
      notes: [
        expect.stringMatching(new RegExp(`^Connecting once more to 127.0.0.1:${port} succeeded after \\d+ ms.$`)),
      ],
      problems: [
        'No traceroute could be made: this machine has neither traceroute nor tracepath.',
        'No packets were captured: this machine has no tcpdump.',
      ],
      packets: null,
    });
    expect(heard).toBe('');
    const closed = await gather({}, await closedPort());
    expect(closed.notes[0]).toMatch(/failed after \d+ ms: The connection to .* was refused \(ECONNREFUSED\)/);
  });

  it('is told of also where this machine has no port for another one', async () => {
    const listen = jest.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
      process.nextTick(() => this.emit('error', new Error('listen EMFILE')));
      return this;
    });
    const found = await gather({ traceroute: fakeTool(way).path }, 9).finally(() => listen.mockRestore());
    expect(found.notes).toEqual([expect.stringContaining(hop(2))]);
    expect(found).toMatchObject({
      problems: ['No further connection could be made: listen EMFILE.'],
      packets: null,
    });
  });

  it('ends with the signal', async () => {
    const controller = new AbortController();
    const { path } = fakeTool('sleep 60');
    const evidence = gather({ traceroute: path, tcpdump: path }, await closedPort(), controller.signal);
    controller.abort(new Error('enough'));
    await expect(evidence).rejects.toThrow('enough');
  });
});

describe('the way there', () => {
  it('is looked for with TCP to the port', async () => {
    const { path, calls } = fakeTool(way);
    const port = await closedPort();
    const { notes } = await gather({ traceroute: path }, port);
    expect(notes[1]).toContain(hop(2));
    expect(calls()).toContain(`-T -p ${port} -n -q 1 -w 1 -m 20 -N 20 127.0.0.1\n`);
  });

  it('is looked for in ways that need less, and then at once in the one that worked', async () => {
    const { path, calls } = fakeTool(`case "$*" in *-N*) echo 'not enough privileges' >&2; exit 1;; esac\n${way}`);
    const evidence = createGatherEvidence({ ...none, traceroute: path });
    const peer = { address: '127.0.0.1', port: await closedPort() };
    for (let n = 0; n < 2; n += 1) {
      const { notes } = await evidence(peer, new AbortController().signal);
      expect(notes[1]).toContain(hop(1));
    }
    expect(
      calls()
        .split('\n')
        .filter((line) => line.endsWith(' 127.0.0.1')),
    ).toEqual([
      expect.stringMatching(/^-T /),
      expect.stringMatching(/-N/),
      '-n -q 1 -w 1 -m 15 127.0.0.1',
      '-n -q 1 -w 1 -m 15 127.0.0.1',
    ]);
  });

  it('is looked for by tracepath where there is nothing else', async () => {
    const tracepath = fakeTool("echo ' 1:  192.0.2.1   0.093ms'; echo ' 2:  no reply'").path;
    expect((await gather({ tracepath }, await closedPort())).notes[1]).toContain('no reply');
  });

  it.each([
    ['fail', "echo 'socket: Operation not permitted' >&2; exit 1", 'Operation not permitted'],
    ['find nothing', 'exit 0', 'it said nothing'],
  ])('is not known where the tools %s, and it says why', async (_name, script, words) => {
    const { problems } = await gather({ traceroute: fakeTool(script).path }, await closedPort());
    expect(problems[0]).toContain(words);
    expect((await gather({ traceroute: '/does/not/exist' }, await closedPort())).problems[0]).toContain('ENOENT');
  });

  it('is told as far as it was found in time', async () => {
    const traceroute = new Traceroute({ ...none, traceroute: fakeTool(`${way}; sleep 60`).path }, 2_000);
    const found = await traceroute.to({ address: '127.0.0.1', port: 1 }, new AbortController().signal);
    expect(found).toEqual({ way: expect.stringContaining(hop(2)) });
  });

  it('is given up where a tool does not end', async () => {
    const { path } = fakeTool("trap '' INT; while :; do sleep 0.05; done");
    const traceroute = new Traceroute({ ...none, traceroute: path }, 2_000);
    const found = await traceroute.to({ address: '127.0.0.1', port: 1 }, new AbortController().signal);
    expect(found).toEqual({ problem: 'it did not end' });
  });
});

describe('the packets', () => {
  const header = 'head -c 24 /dev/zero';

  it('are captured of this connection alone, from before it is made', async () => {
    let connected = false;
    const { path, calls } = fakeTool(
      `echo 'listening on any' >&2; ${header}; trap 'printf packets; exit 0' INT; while :; do sleep 0.05; done`,
    );
    const port = await tcpTarget((socket) => {
      connected = true;
      expect(calls()).toContain(`tcp port ${socket.remotePort}`);
    });
    const { packets, notes } = await gather({ tcpdump: path }, port);
    expect(connected).toBe(true);
    expect(packets?.subarray(24).toString()).toBe('packets');
    expect(notes[0]).toContain('Its packets were captured');
    expect(calls()).toMatch(
      new RegExp(`-s 128 -c 200 .*-w - \\(host 127.0.0.1 and tcp port ${port} and tcp port \\d+\\) or`),
    );
  });

  it('are missing where tcpdump may not even be started', async () => {
    // Thrown by spawn, as EPERM is.
    const { problems, notes } = await gather({ tcpdump: '/\0', traceroute: '/\0' }, await closedPort());
    expect(problems).toEqual([expect.stringContaining('null bytes'), expect.stringContaining('null bytes')]);
    expect(notes[0]).toContain('ECONNREFUSED');
  });

  it('may be none', async () => {
    const { path } = fakeTool(`echo 'listening on any' >&2; ${header}`);
    const { packets, notes, problems } = await gather({ tcpdump: path }, await closedPort());
    expect([packets, problems.length]).toEqual([null, 1]);
    expect(notes[0]).toContain('no packets');
  });

  it.each([
    ['is not permitted', "echo 'tcpdump: any: no permission' >&2; exit 1", 'no permission'],
    ['ends at once', 'exit 0', 'said nothing'],
    ['does not start', 'exec /does/not/exist', '/does/not/exist'],
    ['does not end', "echo 'listening on any' >&2; trap '' INT; while :; do sleep 0.05; done", 'did not end'],
  ])('are missing where tcpdump %s', async (_name, script, words) => {
    const { packets, problems } = await gather({ tcpdump: fakeTool(script).path }, await closedPort());
    expect(packets).toBeNull();
    expect(problems[1]).toContain(words);
  });
});

(REAL.traceroute === null ? describe.skip : describe)('the traceroute of this machine (skipped without)', () => {
  it('finds the way to itself', async () => {
    const { notes } = await gather({ traceroute: REAL.traceroute }, await closedPort());
    expect(notes[1]).toMatch(/^ *1 +127\.0\.0\.1/m);
  });
});

(REAL.tcpdump === null ? describe.skip : describe)('the tcpdump of this machine (skipped without)', () => {
  it('captures the refusal of a connection, or is not permitted', async () => {
    const { packets, problems } = await gather({ tcpdump: REAL.tcpdump }, await closedPort());
    const said = packets === null ? problems[1] : packets.readUInt32LE(0).toString(16);
    expect(said).toMatch(/a1b2c3d4|permi/);
    // The refused SYN and its RST, 40 bytes and more each.
    expect(packets?.length ?? 1_000).toBeGreaterThan(24 + 2 * (16 + 40));
  });
});
