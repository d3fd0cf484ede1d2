import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RESULTS_PATH, type ReportRequest, type ReportResponse } from '#agent-protocol';

/** Stands between agents and the API and notes which reports were acknowledged to the agent. */
export class RecordingProxy {
  /** `run/attempt` of every report that was answered with `accepted`. */
  readonly acknowledged = new Set<string>();
  readonly verdicts: Record<string, number> = {};

  private constructor(
    private readonly server: Server,
    private readonly apiPort: number,
  ) {}

  static async to(apiPort: number): Promise<RecordingProxy> {
    const server = createServer();
    const proxy = new RecordingProxy(server, apiPort);
    server.on('request', (incoming, outgoing) => {
      void proxy.forward(incoming).then(
        ({ status, text }) => outgoing.writeHead(status, { 'content-type': 'application/json' }).end(text),
        () => outgoing.destroy(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async forward(incoming: IncomingMessage): Promise<{ status: number; text: string }> {
    const body = await textOf(incoming);
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { method, url: path, headers } = incoming;
      const outgoing = request({ host: '127.0.0.1', port: this.apiPort, method, path, headers }, (response) => {
        textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });
    if (incoming.url === RESULTS_PATH && answer.status === 200) this.note(body, answer.text);
    return answer;
  }

  private note(body: string, text: string): void {
    const { results } = JSON.parse(body) as ReportRequest;
    const { verdicts } = JSON.parse(text) as ReportResponse;
    for (const [at, verdict] of verdicts.entries()) {
      const { runId, attempt } = results[at]!;
      this.verdicts[verdict] = (this.verdicts[verdict] ?? 0) + 1;
      if (verdict === 'accepted') this.acknowledged.add(`${runId}/${attempt}`);
    }
  }
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
