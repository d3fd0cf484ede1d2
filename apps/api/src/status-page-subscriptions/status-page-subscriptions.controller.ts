import type { AccountId } from '#domain';
import { Account, Endpoint, UuidPath } from '#http';
import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EXAMPLE_PAGE_ID } from '../status-pages/index.js';
import {
  EXAMPLE_SUBSCRIPTION_ID,
  StatusPageSubscriptionView,
  StatusPageSubscriptionsCreatedView,
  StatusPageSubscriptionsCreateRequest,
} from './status-page-subscriptions.dto.js';
import { StatusPageSubscriptionsService } from './status-page-subscriptions.service.js';

const PAGE = { description: 'Id of the status page', example: EXAMPLE_PAGE_ID };
const SUBSCRIPTION = { description: 'Id of the subscription', example: EXAMPLE_SUBSCRIPTION_ID };

@ApiTags('Status page subscriptions')
@Controller('v1/status-pages/:statusPageId/subscriptions')
export class StatusPageSubscriptionsController {
  constructor(private readonly subscriptions: StatusPageSubscriptionsService) {}

  @Get()
  @Endpoint({
    summary: 'List the subscriptions of a status page',
    description: 'All of them, newest first.',
    role: 'READ_ONLY',
    returns: [StatusPageSubscriptionView],
    errors: [404],
  })
  async list(@Account() account: AccountId, @UuidPath('statusPageId', PAGE) pageId: string) {
    return (await this.subscriptions.list(account, pageId)).map(StatusPageSubscriptionView.of);
  }

  @Post('bulk')
  @Endpoint({
    summary: 'Add subscriptions to a status page',
    description:
      'They are pending until their address is confirmed. An address that the page has, in any case, is skipped.',
    role: 'READ_WRITE',
    status: 201,
    returns: StatusPageSubscriptionsCreatedView,
    errors: [404],
  })
  add(
    @Account() account: AccountId,
    @UuidPath('statusPageId', PAGE) pageId: string,
    @Body() { subscriptions }: StatusPageSubscriptionsCreateRequest,
  ) {
    return this.subscriptions.add(
      account,
      pageId,
      subscriptions.map(({ config }) => config),
    );
  }

  @Delete(':subscriptionId')
  @Endpoint({ summary: 'Delete a subscription of a status page', role: 'READ_WRITE', status: 204, errors: [404] })
  remove(
    @Account() account: AccountId,
    @UuidPath('statusPageId', PAGE) pageId: string,
    @UuidPath('subscriptionId', SUBSCRIPTION) id: string,
  ) {
    return this.subscriptions.remove(account, pageId, id);
  }
}
