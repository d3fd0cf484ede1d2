import type { AccountId } from '#domain';
import { Account, Endpoint, JsonText, UuidPath, validated } from '#http';
import { Body, Controller, Post, Put, Query, type Type } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { CreatableType } from './check-types.js';
import { CheckCreateQuery } from './checks.dto.js';
import { ChecksService } from './checks.service.js';

/** The endpoints of one check type: all differences between types are in their shapes. */
export function checkTypeController({ checkType, path, noun, shapes, ...about }: CreatableType): Type {
  const { afterwards = 'It runs for the first time at once.', errors = [], exampleId } = about;

  @ApiTags('Checks')
  @Controller(`v1/checks/${path}`)
  class TypeController {
    constructor(private readonly checks: ChecksService) {}

    @Post()
    @ApiBody({ type: shapes.create })
    @Endpoint({
      summary: `Create ${noun}`,
      warns: true,
      description: afterwards,
      role: 'READ_WRITE',
      status: 201,
      returns: shapes.view,
      errors,
    })
    async create(@Account() account: AccountId, @Query() _query: CheckCreateQuery, @Body() body: unknown) {
      return new JsonText(await this.checks.create(account, validated(shapes.create, body)));
    }

    @Put(':id')
    @ApiBody({ type: shapes.update })
    @Endpoint({
      summary: `Update ${noun}`,
      warns: true,
      description: 'Absent fields stay as they are.',
      role: 'READ_WRITE',
      returns: shapes.view,
      errors: [404, ...errors],
    })
    async update(
      @Account() account: AccountId,
      @UuidPath('id', { description: 'Id of the check', example: exampleId }) id: string,
      @Query() _query: CheckCreateQuery,
      @Body() body: unknown,
    ) {
      return new JsonText(await this.checks.update(account, checkType, id, validated(shapes.update, body)));
    }
  }
  // The name is part of the operation's id in the OpenAPI document.
  const name = checkType.replaceAll(
    /([A-Z])([A-Z]*)_?/g,
    (_, first: string, rest: string) => first + rest.toLowerCase(),
  );
  Object.defineProperty(TypeController, 'name', { value: `${name}ChecksController` });
  return TypeController;
}
