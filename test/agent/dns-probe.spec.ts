import { assert, property, uint8Array } from 'fast-check';
import { RequestFailure } from '#agent';
import type { Assertion, DnsRequest } from '#domain';
import { decodeAnswer } from '../../apps/agent/src/probes/dns-message.js';
import { MalformedMessage } from '../../apps/agent/src/probes/dns-records.js';
import { address, askDns, at } from './ask-dns.js';
import { dnsTarget, framed, record, reply, stopDnsTargets, text, TYPES, u16, u32, wire } from './dns-target.js';
import { eventually } from './eventually.js';
import { closedPort } from './targets.js';

afterAll(stopDnsTargets);

const says = (source: string, comparison: Assertion['comparison'], target: string, property = ''): Assertion => ({
  source,
  property,
  comparison,
  target,
  regex: null,
});

describe('an answer', () => {
  it.each<[DnsRequest['recordType'], Buffer[], string[]]>([
    ['A', [address(1), address(2)], ['192.0.2.1', '192.0.2.2']],
    ['AAAA', [record(TYPES.AAAA, Buffer.from('20010db8000000000000000000000001', 'hex'))], ['2001:db8::1']],
    ['CNAME', [record(TYPES.CNAME, Buffer.concat([text('www'), u16(0xc00c)]))], ['www.example.com.']],
    ['MX', [record(TYPES.MX, Buffer.concat([u16(10), wire('mail.example.org')]))], ['10 mail.example.org.']],
    ['TXT', [record(TYPES.TXT, text('v=spf1 ', '-all')), record(TYPES.TXT, text(''))], ['v=spf1 -all', '']],
    [
      'SOA',
      [record(TYPES.SOA, Buffer.concat([wire('ns'), wire('admin.ns'), u32(2_024_010_100, 7_200, 3_600, 9, 60)]))],
      ['ns. admin.ns. 2024010100 7200 3600 9 60'],
    ],
    ['NS', [record(TYPES.NS, Buffer.concat([text('a.b c'), u16(0xc00c)]))], ['a\\.b\\032c.example.com.']],
  ])('of type %s is read', async (recordType, records, data) => {
    for (const protocol of ['UDP', 'TCP'] as const) {
      const port = await dnsTarget((query) => [reply(query, records)]);
      const { detail, ...outcome } = await askDns({ ...at(port), recordType, protocol });
      expect(outcome).toMatchObject({ requestError: null, networkError: false, statusCode: null });
      const { response } = detail;
      expect(response).toMatchObject({ nameServer: `127.0.0.1:${port}`, protocol, responseCode: 'NOERROR' });
      expect(response?.json.Answer.map((found) => found.data)).toEqual(data);
      expect(response?.json).toMatchObject({
        Question: [{ name: 'example.com.', type: recordType }],
        Status: 'NOERROR',
        TC: false,
        RD: true,
        RA: true,
        AD: false,
        CD: false,
      });
      expect(response?.text).toBe(data.map((each) => `example.com. 300 IN ${recordType} ${each}`).join('\n'));
    }
  });

  it('keeps records of unknown types', async () => {
    const port = await dnsTarget((query) => [reply(query, [record(4_711, Buffer.from([1, 0xff]))])]);
    const { detail } = await askDns(at(port));
    expect(detail.response?.json.Answer).toEqual([
      { name: 'example.com.', type: 'TYPE4711', TTL: 300, data: '\\# 2 01ff' },
    ]);
  });

  it.each([
    ['NXDOMAIN', 3],
    ['SERVFAIL', 2],
    ['REFUSED', 5],
    ['RCODE15', 15],
  ])('%s fails a check, and is no matter of the network', async (name, code) => {
    const port = await dnsTarget((query) => [reply(query, [], { code })]);
    const outcome = await askDns(at(port));
    expect(outcome).toMatchObject({ requestError: null, networkError: false });
    expect(outcome.failures).toEqual([expect.stringContaining(`answered ${name}`)]);
    const asserted = await askDns({ ...at(port), assertions: [says('RESPONSE_CODE', 'EQUALS', name)] });
    expect(asserted.failures).toBeUndefined();
    expect(asserted.assertions).toMatchObject([{ passed: true, actual: name }]);
  });

  it('may leave the question out to say that it was not understood', async () => {
    const port = await dnsTarget((query) => [u16(query.readUInt16BE(0), 0x8184, 0, 0, 0, 0)]);
    expect((await askDns(at(port))).detail.response).toMatchObject({ responseCode: 'NOTIMP' });
  });

  it('is judged by the assertions of the check', async () => {
    const port = await dnsTarget((query) => [reply(query, [address(1)])]);
    const assertions = [
      says('TEXT_ANSWER', 'CONTAINS', '192.0.2.1'),
      says('TEXT_ANSWER', 'CONTAINS', '192.0.2.2'),
      says('RESPONSE_TIME', 'LESS_THAN', '5000'),
      says('RESPONSE_CODE', 'NOT_EQUALS', 'NOERROR'),
      says('TEXT_ANSWER', 'EQUALS', '300', 'example\\.com\\. (\\d+) IN'),
      says('JSON_ANSWER', 'EQUALS', '1', '$.Answer.length'),
      says('JSON_ANSWER', 'EQUALS', '192.0.2.2', '$.Answer[0].data'),
      says('JSON_ANSWER', 'LESS_THAN', '301', '$.Answer[*].TTL'),
      says('JSON_ANSWER', 'EQUALS', 'NOERROR', '$.Status'),
      says('JSON_ANSWER', 'EQUALS', 'A', '$.Question[0].type'),
      says('JSON_ANSWER', 'EQUALS', 'true', '$.RA'),
    ];
    const outcome = await askDns({ ...at(port), assertions });
    const failed = outcome.assertions.filter(({ passed }) => !passed).map(({ order }) => order);
    expect(failed).toEqual([1, 3, 6]);
    expect(outcome.assertions[1]?.message).toContain('but it was example.com. 300 IN A 192.0.2.1');
    expect(outcome.detail.assertions).toEqual(outcome.assertions);
  });

  it('that does not fit into a datagram is asked for over TCP', async () => {
    const asked: string[] = [];
    const many = Array.from({ length: 200 }, (_, n) => address(n));
    const port = await dnsTarget((query, protocol) => {
      asked.push(protocol);
      return [protocol === 'UDP' ? reply(query, [], { bits: 0x0200 }) : reply(query, many)];
    });
    const { detail, timings, responseTime } = await askDns(at(port));
    expect(asked).toEqual(['UDP', 'TCP']);
    expect(detail.response).toMatchObject({ protocol: 'TCP', truncated: true, json: { TC: false } });
    expect(detail.response?.json.Answer).toHaveLength(100);
    expect(timings!.dns + timings!.tcp).toBeCloseTo(responseTime, 3);
    expect(timings!.tcp).toBeGreaterThan(0);
  });

  it('comes in pieces over TCP', async () => {
    const port = await dnsTarget((query, _protocol, socket) => {
      const bytes = framed(reply(query, [address(1)]));
      bytes.forEach((byte, n) => setTimeout(() => socket?.write(Buffer.from([byte])), n));
      return [];
    });
    expect((await askDns({ ...at(port), protocol: 'TCP' })).detail.response?.json.Answer).toHaveLength(1);
  });

  it('to a lost query comes after it was sent again', async () => {
    let queries = 0;
    const port = await dnsTarget((query) => ((queries += 1) === 1 ? [] : [reply(query, [address(1)])]));
    const { responseTime, requestError } = await askDns(at(port));
    expect([requestError, queries]).toEqual([null, 2]);
    expect(responseTime).toBeGreaterThan(90);
  });

  it('to a name in other letters is asked for as the wire has it', async () => {
    const port = await dnsTarget((query) => [reply(query)]);
    const { detail } = await askDns({ ...at(port), query: 'bücher.example' });
    expect(detail.response?.json.Question[0]?.name).toBe('xn--bcher-kva.example.');
  });
});

describe('no answer', () => {
  const pointer = (query: Buffer, to: number) => reply(query, [record(TYPES.CNAME, u16(0xc000 | to))]);
  const end = (query: Buffer) => query.length + 12;

  it.each<[string, (query: Buffer) => Buffer]>([
    ['a record cut short', (query) => reply(query, [address(1)]).subarray(0, -2)],
    ['a record that is not there', (query) => reply(query, [Buffer.alloc(0)])],
    ['a name that points to itself', (query) => pointer(query, end(query))],
    ['a name that points ahead', (query) => pointer(query, end(query) + 40)],
    [
      'a name that is a circle',
      (query) => reply(query, [record(TYPES.A, Buffer.alloc(4), u16(0xc000 | query.length))]),
    ],
    [
      'names that point to each other',
      (query) => {
        const at = query.length;
        return reply(query, [
          record(TYPES.CNAME, u16(0xc000 | (at + 14), 0xc000 | (at + 12)), u16(0xc000 | (at + 12))),
        ]);
      },
    ],
    ['a label of an unknown form', (query) => reply(query, [record(TYPES.NS, Buffer.from([0x80, 1, 0]))])],
    ['a name without end', (query) => reply(query, [record(TYPES.NS, Buffer.from('3f'.repeat(300), 'hex'))])],
    ['an address that is too short', (query) => reply(query, [record(TYPES.A, Buffer.alloc(3))])],
    ['a name beyond its record', (query) => reply(query, [record(TYPES.NS, Buffer.from([9, 97])), Buffer.alloc(20)])],
  ])('in %s', async (_name, answer) => {
    const port = await dnsTarget((query) => [answer(query)]);
    const outcome = await askDns(at(port));
    expect(outcome).toMatchObject({ networkError: false, detail: { response: null } });
    expect(outcome.requestError).toContain('is not valid DNS');
  });

  it.each<[string, (query: Buffer) => Buffer]>([
    ['a wrong id', (query) => reply(query, [address(1)], { id: query.readUInt16BE(0) ^ 1 })],
    [
      'another question',
      (query) => {
        const other = Buffer.from(query);
        other.write('f', 13);
        return reply(other, [address(1)]);
      },
    ],
    ['a question in place of an answer', (query) => query],
    ['no question', (query) => u16(query.readUInt16BE(0), 0x8180, 0, 0, 0, 0)],
    ['garbage', () => Buffer.from('garbage')],
  ])('in %s, which does not keep the right one from being taken', async (_name, answer) => {
    const port = await dnsTarget((query) => [answer(query), reply(query, [address(7)])]);
    expect((await askDns(at(port))).detail.response?.json.Answer[0]?.data).toBe('192.0.2.7');
    const wrong = await dnsTarget((query) => [answer(query)]);
    const outcome = await askDns(at(wrong));
    expect(outcome).toMatchObject({ networkError: true });
    expect(outcome.requestError).toMatch(/did not answer within 300 ms; 2 messages .* were ignored/);
    expect((await askDns({ ...at(wrong), protocol: 'TCP' })).requestError).toMatch(/something else|valid DNS/);
  });

  it.each<['UDP' | 'TCP', RegExp]>([
    ['UDP', /did not answer within 300 ms \(ETIMEDOUT\)/],
    ['TCP', /did not answer within 300 ms \(ETIMEDOUT\)/],
  ])('in silence over %s', async (protocol, words) => {
    const port = await dnsTarget(() => []);
    const outcome = await askDns({ ...at(port), protocol });
    expect(outcome).toMatchObject({ networkError: true, assertions: [] });
    expect(outcome.requestError).toMatch(words);
    expect(outcome.responseTime).toBeGreaterThan(280);
  });

  it.each(['UDP', 'TCP'] as const)('where nobody listens, over %s, at once', async (protocol) => {
    const outcome = await askDns({ ...at(await closedPort()), protocol });
    expect(outcome.requestError).toContain('ECONNREFUSED');
    expect(outcome.networkError).toBe(true);
  });

  it('in a connection that is closed, also after a truncated answer', async () => {
    const port = await dnsTarget((query, protocol, socket) => {
      socket?.end(u16(500));
      return protocol === 'UDP' ? [reply(query, [], { bits: 0x0200 })] : [];
    });
    expect((await askDns({ ...at(port), protocol: 'TCP' })).requestError).toContain('ECONNRESET');
    expect((await askDns(at(port))).requestError).toContain('too long for UDP, and asking over TCP failed');
  });

  it.each(['a..b', `${'x'.repeat(64)}.com`, '-\u0000-', 'abcd.'.repeat(60)])(
    'to %j, which is no domain name',
    async (query) => {
      const outcome = await askDns({ ...at(1), query });
      expect(outcome).toMatchObject({
        networkError: false,
        requestError: expect.stringContaining('not a domain name'),
      });
    },
  );

  it('ends with the signal', async () => {
    let queries = 0;
    const port = await dnsTarget(() => {
      queries += 1;
      return [];
    });
    for (const protocol of ['UDP', 'TCP'] as const) {
      const controller = new AbortController();
      const before = queries;
      const outcome = askDns({ ...at(port), protocol }, { triesMs: [20_000] }, [], controller.signal);
      await eventually('the query', () => queries > before);
      controller.abort(new RequestFailure('Time is up', { networkError: true }));
      expect(await outcome).toMatchObject({ requestError: 'Time is up', networkError: true });
    }
  });
});

it('reads any bytes to an end', () => {
  const header = u16(1, 0x8180, 1, 3, 0, 0);
  const start = Buffer.concat([header, wire('example.com'), u16(TYPES.SOA, 1), record(TYPES.MX, u16(1, 0xc00c))]);
  const ends = (bytes: Uint8Array) => {
    try {
      return decodeAnswer(Buffer.concat([start, bytes])).Question.length === 1;
    } catch (error) {
      return error instanceof MalformedMessage;
    }
  };
  expect(() => assert(property(uint8Array({ maxLength: 200 }), ends), { numRuns: 5_000 })).not.toThrow();
});
