import { Module } from '@nestjs/common';
import { VariablesController } from './variables.controller.js';
import { VariablesRepository } from './variables.repository.js';
import { VariablesService } from './variables.service.js';

@Module({
  controllers: [VariablesController],
  providers: [VariablesService, VariablesRepository],
  exports: [VariablesService],
})
export class VariablesModule {}
