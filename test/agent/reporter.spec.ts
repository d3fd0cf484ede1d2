import { ApiClient } from '../../apps/agent/src/work/api-client.js';
import { AgentMetrics } from '../../apps/agent/src/metrics.js';
import { Reporter } from '../../apps/agent/src/work/reporter.js';
import { Spool } from '../../apps/agent/src/work/spool.js';
import type { RunReport } from '#agent-protocol';
import { FakeApi, LOCATION_KEY } from './fake-api.js';
import { silent, temporaryFolder } from './start-agent.js';

const api = new FakeApi();
const client = () => new ApiClient(api.url, LOCATION_KEY);

beforeEach(() => api.start());
afterEach(() => api.stop());

it('a report that comes in the very moment in which the one before is done is delivered as well', async () => {
  const spool = new Spool(temporaryFolder(), 'a', 'key', silent);
  const reporter = new Reporter(client(), 'a', spool, silent, new AgentMetrics(1));
  const ids = ['1', '2', '3'];
  for (const runId of ids) await reporter.deliver({ runId } as RunReport);
  expect(api.reports.map(({ runId }) => runId)).toEqual(ids);
  await reporter.close();
});
