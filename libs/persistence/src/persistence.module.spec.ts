import { Logger } from '@nestjs/common';
import { PersistenceModule } from './persistence.module.js';

it('serves several applications of a process, each with its own data source', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn');
  const options = { url: 'postgres://nowhere/x', encryptionKey: '00'.repeat(32), connect: false };
  PersistenceModule.to(options);
  PersistenceModule.to(options);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
