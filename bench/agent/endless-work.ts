import { LEASES_PATH, RESULTS_PATH, type LeaseRequest, type ReportRequest } from '#agent-protocol';
import { newId } from '#persistence';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '../serve.js';

let taken = 0;
let failed = 0;
let url = '';
let open = Promise.resolve();
let resume = () => undefined as void;

const CHECK = {
  id: newId(),
  name: 'Check',
  checkType: 'URL',
  shouldFail: false,
  degradedResponseTime: null,
  maxResponseTime: null,
};

/** Stands for the API: always has as many runs as the agent can take, and believes every report. */
const server = createServer((request, response) => {
  void textOf(request).then(async (text) => {
    if (request.url === LEASES_PATH) await open;
    response.end(JSON.stringify(answer(request.url ?? '', text)));
  });
});
server.listen(0, '127.0.0.1');

function answer(path: string, text: string): object {
  if (path === LEASES_PATH) return { leases: leases((JSON.parse(text) as LeaseRequest).capacity), denyTargets: [] };
  if (path === RESULTS_PATH) return { verdicts: reported((JSON.parse(text) as ReportRequest).results) };
  return { lost: [], released: 0 };
}

function leases(count: number): object[] {
  const check = {
    ...CHECK,
    request: { method: 'GET', url, followRedirects: true, skipSSL: false, ipFamily: 'IPv4', assertions: [] },
  };
  return Array.from({ length: count }, () => ({
    runId: newId(),
    token: 1,
    sessionId: CHECK.id,
    location: 'default',
    attempt: 1,
    check,
  }));
}

function reported(results: ReportRequest['results']): string[] {
  taken += results.length;
  failed += results.filter(({ hasFailures, hasErrors }) => hasFailures || hasErrors).length;
  return results.map(() => 'accepted');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

serve({
  port: () => (server.address() as AddressInfo).port,
  target: (port: number) => void (url = `http://127.0.0.1:${port}/`),
  /** From now on agents wait for work, as they do at night. */
  pause: () => void (open = new Promise((resolve) => (resume = resolve))),
  resume: () => resume(),
  counts: () => ({ taken, failed }),
});
