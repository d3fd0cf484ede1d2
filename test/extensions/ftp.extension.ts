import {
  AssertionOperands,
  CheckServerFields,
  Hostname,
  NonHttpCheckFields,
  ResponseTimes,
  type ApiExtension,
} from '#api';
import { COMPARISONS, type Assertion, type Comparison } from '#domain';
import { Ignores, KeepsUnknown, Nested, NestedList, OneOf, UpdateOf, ViewOf, Whole } from '#http';
import { Module } from '@nestjs/common';

/**
 * A check type of a team's own: whether an FTP server greets. This is the API's half (what such a check is), `ftp.probe.ts` the
 * agent's (how it is executed). Endpoints, storage, scheduling, retries, alerts and results come with the type.
 */
declare module '#domain' {
  interface AddedCheckTypes {
    FTP: true;
  }
}

/** The greeting is what the server says first: a code and a text. */
export const FTP_SOURCES = ['RESPONSE_TIME', 'GREETING_CODE', 'GREETING'] as const;

@KeepsUnknown()
class FtpAssertionFields extends AssertionOperands implements Assertion {
  @OneOf(FTP_SOURCES, { description: 'What is looked at', example: 'GREETING_CODE' }) source: string;
  @OneOf(COMPARISONS, { description: 'How it is compared', example: 'EQUALS' }) comparison: Comparison;
}

export class FtpRequest {
  @Hostname('The FTP server: a host name or an address') hostname: string;
  @Whole({ min: 1, max: 65_535, default: 21, description: 'Its port', example: 21 }) port: number;
  @NestedList(() => FtpAssertionFields, {
    default: [],
    description: 'What must hold of the greeting',
    example: [{ source: 'GREETING_CODE', comparison: 'EQUALS', target: '220' }],
  })
  assertions: Assertion[];
}

class FtpCheckFields extends NonHttpCheckFields {
  @OneOf(['FTP'], { default: 'FTP', description: 'The type of the check', example: 'FTP' }) checkType: 'FTP';
  @Nested(() => FtpRequest, { description: 'Which server to ask' }) request: FtpRequest;
  @ResponseTimes.degraded(1_000) degradedResponseTime: number | null;
  @ResponseTimes.failed(5_000) maxResponseTime: number | null;
}

@Ignores(CheckServerFields)
class FtpCheckCreateRequest extends FtpCheckFields {}

@Ignores(CheckServerFields)
class FtpCheckUpdateRequest extends UpdateOf(FtpCheckFields) {}

class FtpCheckView extends ViewOf(FtpCheckFields, CheckServerFields) {}

/** The type needs nothing beside its endpoints. */
@Module({})
class FtpModule {}

export const ftpExtension: ApiExtension = {
  name: 'ftp',
  module: FtpModule,
  checkTypes: [
    {
      checkType: 'FTP',
      path: 'ftp',
      noun: 'an FTP check',
      shapes: { create: FtpCheckCreateRequest, update: FtpCheckUpdateRequest, view: FtpCheckView },
      exampleId: 'ffffffff-ffff-4fff-8fff-ffffffffffff',
      resultMember: { name: 'ftpCheckResult', description: 'Of FTP checks: assertions, greeting, requestError' },
    },
  ],
};
