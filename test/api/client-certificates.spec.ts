import { EXAMPLE_CERTIFICATE } from '#api';
import { Vault } from '#persistence';
import { startApi, type ErrorBody, type TestAccount, type TestApi } from '#testing';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { selfSigned } from '../../src/demo/certificate.js';

const PATH = '/v1/client-certificates';
const PASSPHRASE = 'a passphrase nobody may see';

interface Certificate {
  id: string;
  host: string;
  cert: string;
  ca: string | null;
  created_at: string;
}

let api: TestApi;
let account: TestAccount;
const log: string[] = [];

beforeAll(async () => {
  api = await startApi({ config: { logLevel: 'DEBUG' }, logTo: { write: (line: string) => void log.push(line) } });
});
afterAll(() => api?.close());
beforeEach(async () => {
  account = await api.account();
});

const { cert, key } = selfSigned();
const encrypted = (pem = key, cipher = 'aes-256-cbc') =>
  createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem', cipher, passphrase: PASSPHRASE }).toString();
const body = (values: object = {}) => ({ host: '*.example.com', cert, key, ...values });
const create = async (values: object = {}) =>
  (await account.client.post<Certificate>(PATH, body(values))).expect(201).body;
const refused = async (values: object) => {
  const answer = (await account.client.post<ErrorBody>(PATH, body(values))).expect(400).body;
  return (answer.attributes.violations as { field: string; message: string }[])[0]!;
};

describe('a client certificate', () => {
  it('is added, read, listed and deleted', async () => {
    const created = await create();
    expect(created).toEqual({
      id: expect.any(String),
      host: '*.example.com',
      cert,
      ca: null,
      created_at: expect.any(String),
    });
    expect((await account.client.get(`${PATH}/${created.id}`)).expect(200).body).toEqual(created);
    const other = await create({ host: 'example.com' });
    expect((await account.client.get(PATH)).expect(200).body).toEqual([other, created]);
    expect((await account.client.del(`${PATH}/${created.id}`)).expect(204).body).toBeUndefined();
    (await account.client.get(`${PATH}/${created.id}`)).expect(404);
    (await account.client.del(`${PATH}/${created.id}`)).expect(404);
    expect((await account.client.get(PATH)).body).toEqual([other]);
  });

  it('keeps its line breaks, its chain and its authorities', async () => {
    const chain = `\r\nBag Attributes\r\n${cert.replaceAll('\n', '\r\n')}\r\n\r\n${selfSigned().cert}`;
    const ca = `# the company's own\n${selfSigned().cert}${selfSigned().cert}\n\n`;
    expect(await create({ cert: chain, ca })).toMatchObject({ cert: chain, ca });
  });

  it('can be sent again as it was read, with its key', async () => {
    const created = await create();
    const again = await create(created);
    expect(again).toEqual({ ...created, id: again.id, created_at: again.created_at });
    expect(again.id).not.toBe(created.id);
  });

  it.each(['aes-256-cbc', 'aes-128-cbc', 'des-ede3-cbc'])('has a key that %s may encrypt', async (cipher) => {
    const { id } = await create({ key: encrypted(key, cipher), passphrase: PASSPHRASE });
    expect((await account.client.get(`${PATH}/${id}`)).expect(200).body).toMatchObject({ cert });
  });

  it('has a key in the older formats, too', async () => {
    const sec1 = createPrivateKey(key);
    const options = { type: 'sec1', format: 'pem' } as const;
    const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';
    await create({ key: parameters + sec1.export(options).toString() });
    const locked = sec1.export({ ...options, cipher: 'aes-256-cbc', passphrase: PASSPHRASE }).toString();
    expect(locked).toContain('Proc-Type');
    await create({ key: locked, passphrase: PASSPHRASE });
    expect((await refused({ key: locked, passphrase: 'wrong' })).field).toBe('passphrase');
    expect((await refused({ key: locked })).field).toBe('passphrase');
  });

  it('needs READ_WRITE to be added and deleted', async () => {
    const { id } = await create();
    const reader = await account.clientOf('READ_RUN');
    (await reader.post(PATH, body())).expect(403);
    (await reader.del(`${PATH}/${id}`)).expect(403);
    (await reader.get(`${PATH}/${id}`)).expect(200);
  });

  it('is that of the documentation', async () => {
    expect(await create(EXAMPLE_CERTIFICATE)).toMatchObject({ host: 'client.example.com' });
  });
});

describe('what does not fit together', () => {
  const pem = (label: string, content: Buffer | string) =>
    `-----BEGIN ${label}-----\n${Buffer.from(content).toString('base64')}\n-----END ${label}-----\n`;
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  const publicKey = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();

  it.each<[string, string, () => object]>([
    ['the key of another certificate', 'key', () => ({ key: selfSigned().key })],
    [
      'a key of another kind',
      'key',
      () => ({ key: rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString() }),
    ],
    ['a public key', 'key', () => ({ key: publicKey })],
    ['the certificate for a key', 'key', () => ({ key: cert })],
    ['two keys', 'key', () => ({ key: key + key })],
    ['a broken key', 'key', () => ({ key: pem('PRIVATE KEY', 'nonsense') })],
    ['an unknown key', 'key', () => ({ key: pem('HOME MADE PRIVATE KEY', 'nonsense') })],
    [
      'a key in a key',
      'key',
      () => ({ key: `-----BEGIN A PRIVATE KEY-----\n${encrypted()}-----END A PRIVATE KEY-----` }),
    ],
    ['a wrong passphrase', 'passphrase', () => ({ key: encrypted(), passphrase: 'wrong' })],
    ['an empty passphrase', 'passphrase', () => ({ key: encrypted(), passphrase: '' })],
    ['no passphrase', 'passphrase', () => ({ key: encrypted() })],
    ['a broken encrypted key', 'passphrase', () => ({ key: pem('ENCRYPTED PRIVATE KEY', 'x'), passphrase: 'x' })],
    ['no PEM', 'cert', () => ({ cert: 'MIIB' })],
    ['a certificate without an end', 'cert', () => ({ cert: cert.replace('-----END', '-----') })],
    ['a broken certificate', 'cert', () => ({ cert: pem('CERTIFICATE', 'nonsense') })],
    ['a broken chain', 'cert', () => ({ cert: cert + pem('CERTIFICATE', Buffer.alloc(2_000, 0x30)) })],
    ['a key beside the certificate', 'cert', () => ({ cert: cert + key })],
    ['many beginnings', 'cert', () => ({ cert: '-----BEGIN CERTIFICATE-----'.repeat(3_000) })],
    ['too many authorities', 'ca', () => ({ ca: cert.repeat(101) })],
    ['authorities that are none', 'ca', () => ({ ca: 'none' })],
    ['an empty list of authorities', 'ca', () => ({ ca: '' })],
    ['a host with a scheme', 'host', () => ({ host: 'https://example.com' })],
    ['a host with a port', 'host', () => ({ host: 'example.com:443' })],
    ['a wildcard in the middle', 'host', () => ({ host: 'a.*.com' })],
  ])('is refused: %s', async (_what, field, values) => {
    const violation = await refused(values());
    expect(violation.field).toBe(field);
    expect(violation.message).not.toMatch(/BEGIN (ENCRYPTED )?PRIVATE KEY-----\\n|passphrase nobody|OSSL|error:/);
    expect((await account.client.get(PATH)).body).toEqual([]);
  });

  it.each([
    ['PBKDF2', '2a864886f70d01050c', [0x7fffffff]],
    ['scrypt', '2b06010401da47040b', [1_048_576, 8, 1]],
    ['scrypt in parallel', '2b06010401da47040b', [1_024, 8, 100_000]],
  ])('is refused at once when it would take long to open: %s', async (_what, kdf, numbers) => {
    const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
    const integers = numbers.map((number) => der(0x02, Buffer.from(number.toString(16).padStart(10, '0'), 'hex')));
    const stretched = sequence(oid(kdf), sequence(der(0x04, Buffer.alloc(8, 1)), ...integers));
    const cipher = sequence(oid('60864801650304012a'), der(0x04, Buffer.alloc(16, 2)));
    const algorithm = sequence(oid('2a864886f70d01050d'), sequence(stretched, cipher));
    const bomb = pem('ENCRYPTED PRIVATE KEY', sequence(algorithm, der(0x04, Buffer.alloc(160, 3))));
    const violation = await refused({ key: bomb, passphrase: 'x' });
    expect(violation).toEqual({ field: 'key', message: expect.stringContaining('takes too long to open') });
  });
});

describe('the private key', () => {
  it('and its passphrase are in no answer, no log line and nowhere in the database', async () => {
    const values = { key: encrypted(), passphrase: PASSPHRASE };
    const created = await create(values);
    const answers = [
      created,
      (await account.client.get(PATH)).body,
      (await account.client.get(`${PATH}/${created.id}`)).body,
      (await account.client.post(PATH, body({ ...values, passphrase: `${PASSPHRASE}!` }))).expect(400).body,
      (await account.client.post(PATH, body({ ...values, host: '!' }))).expect(400).body,
      (await account.client.post(PATH, body({ ...values, cert: selfSigned().cert }))).expect(400).body,
    ];
    const secrets = [PASSPHRASE, values.key.split('\n')[2]!, Buffer.from(PASSPHRASE).toString('hex')];
    const tables = await api.sql<{ name: string }>(
      `SELECT c.relname::text AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`,
    );
    const dump: string[] = [];
    for (const { name } of tables)
      dump.push(...(await api.sql<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`)).map(({ row }) => row));
    expect(dump.join('\n')).toContain(created.id);
    expect(log.join('\n')).toContain(PATH);
    for (const secret of secrets) {
      expect(JSON.stringify(answers)).not.toContain(secret);
      expect(log.join('\n')).not.toContain(secret);
      expect(dump.join('\n')).not.toContain(secret);
    }
  });

  it('opens again for its own row only', async () => {
    const { id } = await create({ key: encrypted(), passphrase: PASSPHRASE });
    const [row] = await api.sql<{ sealed: Buffer }>(
      'SELECT sealed_key AS sealed FROM client_certificates WHERE account_id = $1 AND id = $2',
      [account.id, id],
    );
    const vault = api.app.get(Vault, { strict: false });
    const opened = JSON.parse(vault.open(row!.sealed, `client-certificate/${account.id}/${id}`)) as object;
    expect(opened).toEqual({ key: expect.stringContaining('ENCRYPTED PRIVATE KEY'), passphrase: PASSPHRASE });
    expect(() => vault.open(row!.sealed, `client-certificate/${account.id}/other`)).toThrow(/authenticate/);
  });
});

/** One value of ASN.1 in DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  return Buffer.concat([Buffer.from(length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}
