import { Module } from '@nestjs/common';
import { LocationsController } from './locations.controller.js';
import { RuntimesController } from './runtimes.controller.js';

/** Lists that are the same for everybody and need no key (reference 2.15). */
@Module({ controllers: [LocationsController, RuntimesController] })
export class CatalogueModule {}
