import type { OpenAPIObject } from '@nestjs/swagger';

/** The groups of operations with what they are for, in the order of the main job. A new noun adds a line. */
const GROUPS: Record<string, string> = {
  Checks: 'What is watched: which address, how often, from where.',
  'Check groups': 'Settings that several checks share.',
  'Check sessions': 'One run of a check in all its locations: start it now, wait for its end.',
  'Check results': 'What each run found: response, timings, errors.',
  'Check statuses': 'How each check is doing now.',
  'Check alerts': 'When a check began to fail, and when it recovered.',
  Triggers: 'Secret addresses that run a check or a group without a key.',
  Analytics: 'Response times and availability over time.',
  Dashboards: 'Pages that show checks, on a screen in the office or to everybody.',
  Incidents: 'What dashboards tell their visitors: what happens and how far it is.',
  Heartbeats: 'Jobs that say they are alive: when they did, and when they did not.',
  'Error groups': 'Why checks fail: failures with the same cause under one heading.',
  'Maintenance windows': 'When checks are not scheduled.',
  'Status pages': 'What users of a product see of how it is doing: cards with services.',
  'Status page incidents': 'What is wrong with services, and the updates that tell about it.',
  'Status page subscriptions': 'Who is told about incidents.',
  'Status page services': 'What status pages tell about: the parts of a product, as its users know them.',
  'Private locations': 'Where agents run, and the keys they use.',
  'Environment variables': 'Values that checks use as {{NAME}}.',
  Snippets: 'Scripts that several API checks run before or after their requests.',
  'Client certificates': 'What checks show to targets that ask who calls.',
  Accounts: 'What the key opens.',
  Catalogue: 'What checks can name, the same for everybody.',
};

/** For machines: after everything else, groups of extensions included. */
const MACHINES: Record<string, string> = {
  'Agent gateway': 'What agents talk to. Not for people: it needs the key of a private location.',
  Health: 'Probes of orchestrators, and metrics.',
};

/** Groups in their order, the operations of each by path: v1 and v2 of the same side by side, deprecated ones last. */
export function arrange(document: OpenAPIObject): void {
  const operations = Object.values(document.paths).flatMap(operationsOf);
  for (const operation of operations) operation.tags = [...new Set(operation.tags)];
  const used = new Set(operations.flatMap(({ tags }) => tags ?? []));
  const others = [...used].filter((name) => !(name in GROUPS) && !(name in MACHINES)).toSorted();
  const described = { ...GROUPS, ...Object.fromEntries(others.map((name) => [name, undefined])), ...MACHINES };
  document.tags = Object.entries(described)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, ...(description && { description }) }));
  const paths = Object.entries(document.paths).toSorted(([one, item], [other, otherItem]) =>
    placeOf(one, item) < placeOf(other, otherItem) ? -1 : 1,
  );
  document.paths = Object.fromEntries(paths);
}

type PathItem = OpenAPIObject['paths'][string];

export const operationsOf = ({ get, post, put, patch, delete: remove }: PathItem) =>
  [get, post, put, patch, remove].filter((operation) => operation !== undefined);

function placeOf(path: string, item: PathItem): string {
  const [, version = '', rest = path] = /^\/(v\d+)(\/.*)$/.exec(path) ?? [];
  const isOld = operationsOf(item).every(({ deprecated }) => deprecated);
  return `${isOld ? 1 : 0} ${rest} ${version}`;
}
