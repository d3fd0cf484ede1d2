import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes the folder through which the workers of this run share one database server; the first test that needs it starts it
 * (libs/testing/src/postgres). Jest does not map names or `.js` here, so this file and the teardown import nothing of ours.
 */
// oxlint-disable-next-line import/no-default-export -- Jest asks for it
export default function setUp(): void {
  const folder = mkdtempSync(join(tmpdir(), 'pharos-test-'));
  // As root the server runs as another user, who must get to its data below.
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, 'jest.pid'), `${process.pid}`);
  process.env['PHAROS_TEST_RUN'] = folder;
}
