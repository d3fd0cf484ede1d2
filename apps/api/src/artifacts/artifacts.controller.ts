import type { AccountId } from '#domain';
import { Account, Endpoint, TextPath, UuidPath } from '#http';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AssetManifestView, AssetsQuery } from './artifacts.dto.js';
import { ArtifactsService } from './artifacts.service.js';
import { sendFile } from './send-file.js';

const CHECK = { description: 'Id of the check', example: '11111111-1111-4111-8111-111111111111' };
const RESULT = { description: 'Id of the result', example: '0199a3c4-7c00-7000-8000-000000000001' };
const NAME = { description: 'Name of the file', example: 'capture.pcap' };
const FILE = { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } };

/** The files of results. Reference 2.8. */
@ApiTags('Check results')
@Controller('v1/check-results/:checkId/:checkResultId/assets')
export class ArtifactsController {
  constructor(private readonly artifacts: ArtifactsService) {}

  @Get()
  @Endpoint({
    summary: 'List the files of a result',
    description: 'By name, with where to read them; at most 1,000.',
    role: 'READ_ONLY',
    returns: AssetManifestView,
    errors: [404],
  })
  list(
    @Account() account: AccountId,
    @UuidPath('checkId', CHECK) checkId: string,
    @UuidPath('checkResultId', RESULT) resultId: string,
    @Query() query: AssetsQuery,
  ) {
    return this.artifacts.manifest(account, checkId, resultId, query);
  }

  @Get(':name')
  @ApiOkResponse({ description: 'Successful', content: FILE })
  @Endpoint({
    summary: 'Read a file of a result',
    description: 'As it was uploaded, to be saved: no browser is to show what a target has sent.',
    role: 'READ_ONLY',
    errors: [404],
  })
  async read(
    @Account() account: AccountId,
    @UuidPath('checkId', CHECK) checkId: string,
    @UuidPath('checkResultId', RESULT) resultId: string,
    @TextPath('name', NAME) name: string,
    @Res() response: Response,
  ) {
    await sendFile(response, await this.artifacts.download(account, checkId, resultId, name));
  }
}
