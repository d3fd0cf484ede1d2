import type { AccountId } from '#domain';
import { validated } from '#http';
import { getServers } from 'node:dns';
import { isIP } from 'node:net';
import {
  ChecksService,
  DnsCheckCreateRequest,
  EXAMPLE_CHECK_IDS,
  IcmpCheckCreateRequest,
  TcpCheckCreateRequest,
} from '../checks/index.js';

interface Services {
  checks: ChecksService;
}

/** Example checks of the network, by nothing that leaves the machine. `common` is what all example checks have. */
export const networkCheckExamples = (publicUrl: string, common: object) => [
  ({ checks }: Services, account: AccountId) =>
    checks.create(
      account,
      validated(TcpCheckCreateRequest, { ...common, name: 'Pharos API port', request: portOf(publicUrl) }),
      EXAMPLE_CHECK_IDS.TCP,
    ),
  ({ checks }: Services, account: AccountId) =>
    checks.create(account, validated(DnsCheckCreateRequest, { ...common, ...OWN_NAME }), EXAMPLE_CHECK_IDS.DNS),
  ({ checks }: Services, account: AccountId) =>
    checks.create(account, validated(IcmpCheckCreateRequest, { ...common, ...OWN_HOST }), EXAMPLE_CHECK_IDS.ICMP),
];

function portOf(publicUrl: string) {
  const { hostname, port, protocol } = new URL(publicUrl);
  // An IPv6 address stands in brackets in a URL.
  return { hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}

/** Asked of the machine's own resolver, which answers for `localhost` itself or says that there is no such name. */
const OWN_NAME = {
  name: 'Name server of this machine',
  description: 'Whether the name server answers at all',
  request: {
    query: 'localhost',
    recordType: 'A',
    ...nameServer(),
    assertions: [{ source: 'RESPONSE_CODE', comparison: 'NOT_EQUALS', target: 'SERVFAIL' }],
  },
};

const OWN_HOST = { name: 'This machine', request: { hostname: 'localhost', pingCount: 3 } };

/** The first one of the system, where its port is the usual one. */
function nameServer(): { nameServer?: string } {
  const usual = getServers().find((server) => isIP(server) !== 0);
  return usual === undefined ? {} : { nameServer: usual };
}
