import { ARTIFACTS_PATH } from '#agent-protocol';
import { Endpoint, Location, TextPath, UNLIMITED, UuidPath, type LocationPrincipal, type PharosRequest } from '#http';
import { Controller, Put, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ArtifactUploadQuery, ArtifactUploadView } from './artifacts.dto.js';
import { ArtifactsService } from './artifacts.service.js';

const RESULT = { description: 'Id of the result, as the lease says', example: '0199a3c4-7c00-7000-8000-000000000001' };
const NAME = { description: 'Name of the file', example: 'capture.pcap' };

/** What agents leave files with. */
@ApiTags('Agent gateway')
@Controller(ARTIFACTS_PATH)
export class ArtifactUploadsController {
  constructor(private readonly artifacts: ArtifactsService) {}

  @Put(':resultId/:name')
  @ApiConsumes('application/octet-stream')
  @ApiBody({ required: true, schema: { type: 'string', format: 'binary' } })
  @Endpoint({
    summary: 'Upload a file of a run',
    description: 'At most 150 MB, with its Content-Length; sending it again is harmless.',
    role: 'AGENT',
    returns: ArtifactUploadView,
    errors: [404, 409, 413],
    rateLimit: UNLIMITED,
    ignoresBody: true,
  })
  async upload(
    @Location() location: LocationPrincipal,
    @UuidPath('resultId', RESULT) resultId: string,
    @TextPath('name', NAME) name: string,
    @Query() upload: ArtifactUploadQuery,
    @Req() request: PharosRequest,
  ) {
    return { verdict: await this.artifacts.upload(location, resultId, name, upload, request) };
  }
}
