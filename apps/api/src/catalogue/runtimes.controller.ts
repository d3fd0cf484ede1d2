import { isRuntimeId, notFound, RUNTIME_IDS } from '#domain';
import { Endpoint, TextPath } from '#http';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RuntimeView } from './catalogue.dto.js';

const ID = { description: 'Id of the runtime', example: '2026.04' };

@ApiTags('Catalogue')
@Controller('v1/runtimes')
export class RuntimesController {
  @Get()
  @Endpoint({
    summary: 'List the runtimes',
    description: 'The newest first.',
    role: 'PUBLIC',
    returns: [RuntimeView],
  })
  list() {
    return RUNTIME_IDS.map((id) => RuntimeView.of(id));
  }

  @Get(':id')
  @Endpoint({ summary: 'Get a runtime', role: 'PUBLIC', returns: RuntimeView, errors: [404] })
  get(@TextPath('id', ID) id: string) {
    if (!isRuntimeId(id)) throw notFound();
    return RuntimeView.of(id);
  }
}
