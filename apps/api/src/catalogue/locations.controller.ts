import { LOCATIONS } from '#domain';
import { Endpoint } from '#http';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocationView } from './catalogue.dto.js';

@ApiTags('Catalogue')
@Controller('v1/locations')
export class LocationsController {
  @Get()
  @Endpoint({
    summary: 'List the public locations',
    description: 'What `locations` of checks may name. Agents of this service run in private locations only.',
    role: 'PUBLIC',
    returns: [LocationView],
  })
  list() {
    return LOCATIONS.map((region) => LocationView.of(region));
  }
}
