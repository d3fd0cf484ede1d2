import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '../description.js';

const pem = (part: string) => readFileSync(join(__dirname, `../../agent/fixtures/self-signed-${part}.pem`), 'utf8');
const [CERT, KEY] = [pem('cert'), pem('key')];

/** Spec 2.11: there is no update; the key and its passphrase are never shown. */
export const clientCertificates: Resource = {
  noun: 'client certificates',
  source: 'spec 2.11, reference 2.14 and 3.12',
  create: { path: '/v1/client-certificates', status: 201 },
  read: '/v1/client-certificates/{id}',
  remove: { path: '/v1/client-certificates/{id}' },
  body: () => ({ host: 'pharos.test', cert: CERT, key: KEY }),
  fields: {
    host: {
      type: 'text',
      required: true,
      only: true,
      also: ['*.pharos.test', 'a.b.pharos.test'],
      never: ['', 'https://pharos.test', 'pharos.test/path'],
    },
    cert: { type: 'text', required: true, only: true, also: [CERT], never: ['', 'not a certificate'] },
    // The reference leaves it open; without it nothing could be presented (docs/decisions.md).
    key: { type: 'text', required: true, writeOnly: true, only: true, also: [KEY], never: ['not a key'] },
    passphrase: { type: 'text', nullable: true, writeOnly: true, only: true },
    ca: { type: 'text', nullable: true, default: null, only: true, also: [CERT], never: ['not a certificate'] },
    id: { type: 'ignored', sent: '00000000-0000-4000-8000-000000000000' },
    created_at: { type: 'ignored', sent: '2020-01-01T00:00:00.000Z' },
  },
};
