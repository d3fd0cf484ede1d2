import { Module } from '@nestjs/common';
import { OwnVariables } from './own-variables.js';
import { VariablesController } from './variables.controller.js';
import { VariablesRepository } from './variables.repository.js';
import { VariablesService } from './variables.service.js';

@Module({
  controllers: [VariablesController],
  providers: [VariablesService, VariablesRepository, OwnVariables],
  exports: [VariablesService, OwnVariables],
})
export class VariablesModule {}
