import {
  apiCheckBody,
  dnsCheckBody,
  icmpCheckBody,
  multiStepCheckBody,
  tcpCheckBody,
  type TestAccount,
  type TestApi,
} from '#testing';

type Maker = (api: TestApi, account: TestAccount) => Promise<Record<string, string>>;

const checkOf =
  (type: string, bodyOf: () => object): Maker =>
  async (_api, { client }) => {
    const body = { ...bodyOf(), activated: false };
    const { id } = (await client.post<{ id: string }>(`/v1/checks/${type}`, body)).expect(201).body;
    return { id };
  };

const apiCheck = checkOf('api', apiCheckBody);
const dnsCheck = checkOf('dns', dnsCheckBody);
const icmpCheck = checkOf('icmp', icmpCheckBody);
const multistepCheck = checkOf('multistep', multiStepCheckBody);
const tcpCheck = checkOf('tcp', tcpCheckBody);

/** For the sweep over all routes: checks of the types that nothing else refers to. They do not run, as those of URLs. */
export const CHECK_THINGS: Record<string, Maker> = {
  '/v1/analytics/api-checks/{id}': apiCheck,
  '/v1/analytics/dns/{id}': dnsCheck,
  '/v1/analytics/icmp/{id}': icmpCheck,
  '/v1/analytics/multistep-checks/{id}': multistepCheck,
  '/v1/analytics/tcp-checks/{id}': tcpCheck,
  '/v1/checks/api/{id}': apiCheck,
  '/v1/checks/dns/{id}': dnsCheck,
  '/v1/checks/icmp/{id}': icmpCheck,
  '/v1/checks/multistep/{id}': multistepCheck,
  '/v1/checks/tcp/{id}': tcpCheck,
};
