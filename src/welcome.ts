/** What `npm start` tells when everything runs. */
export interface Welcome {
  readonly apiUrl: string;
  readonly healthUrl: string;
  readonly accountId: string;
  /** Only a key that was generated just now: it is shown this once. */
  readonly newApiKey?: string;
  /** Whether the key is the one of PHAROS_BOOTSTRAP_API_KEY, which is not repeated. */
  readonly keyIsGiven: boolean;
  readonly exampleCheckId?: string;
  readonly embedded: boolean;
}

export function printWelcome(welcome: Welcome): void {
  const { apiUrl, healthUrl, accountId, newApiKey, exampleCheckId, embedded } = welcome;
  const rows: [string, string][] = [
    ['API', apiUrl],
    ['Swagger UI', `${apiUrl}/docs`],
    ['Agent', healthUrl],
    ['Database', embedded ? 'PostgreSQL in .pharos' : 'DATABASE_URL'],
    ['Account', accountId],
    ['API key', newApiKey ? `${newApiKey}   (shown once: keep it)` : otherKey(welcome)],
  ];
  console.log('\nPharos runs.\n');
  for (const [name, value] of rows) console.log(`  ${name.padEnd(11)} ${value}`);
  const path = exampleCheckId ? `/v1/check-results/${exampleCheckId}?limit=1` : '/v1/checks';
  const what = exampleCheckId ? 'The last result of the example check' : 'Your checks';
  const key = newApiKey ?? (welcome.keyIsGiven ? '$PHAROS_BOOTSTRAP_API_KEY' : '$PHAROS_API_KEY');
  console.log(`\n${what}:\n\n  curl -s -H "Authorization: Bearer ${key}" "${apiUrl}${path}"\n`);
}

function otherKey({ keyIsGiven, accountId }: Welcome): string {
  if (keyIsGiven) return 'the one in PHAROS_BOOTSTRAP_API_KEY';
  return `shown at the first start; another: npm run --silent pharos -- key create --account ${accountId}`;
}
