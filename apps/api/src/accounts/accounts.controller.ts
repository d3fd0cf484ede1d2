import type { AccountId } from '#domain';
import { Account, CurrentPrincipal, Endpoint, UuidPath, type Principal } from '#http';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccountView, EXAMPLE_ACCOUNT_ID } from './accounts.dto.js';
import { EntitlementsView } from './entitlements.dto.js';
import { AccountsService } from './accounts.service.js';

const ID = { description: 'Id of the account', example: EXAMPLE_ACCOUNT_ID };

@ApiTags('Accounts')
@Controller('v1/accounts')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Get()
  @Endpoint({
    summary: 'List the accounts that the key opens',
    description: 'A service key opens one, a user key may open several. Newest first.',
    role: 'READ_ONLY',
    returns: [AccountView],
  })
  async list(@CurrentPrincipal() principal: Principal) {
    return (await this.accounts.list(principal)).map(AccountView.of);
  }

  @Get('me')
  @Endpoint({ summary: 'Get the current account', role: 'READ_ONLY', returns: AccountView, errors: [404] })
  async me(@Account() account: AccountId) {
    return AccountView.of(await this.accounts.get(account));
  }

  @Get('me/entitlements')
  @Endpoint({
    summary: 'Get what the current account may do',
    description: 'Whoever runs the service has all of it.',
    role: 'READ_ONLY',
    returns: EntitlementsView,
    errors: [404],
  })
  async myEntitlements(@Account() account: AccountId) {
    return EntitlementsView.of(await this.accounts.get(account));
  }

  @Get(':accountId')
  @Endpoint({ summary: 'Get an account that the key opens', role: 'READ_ONLY', returns: AccountView, errors: [404] })
  async get(@CurrentPrincipal() principal: Principal, @UuidPath('accountId', ID) accountId: string) {
    return AccountView.of(await this.accounts.getVisible(principal, accountId));
  }

  @Get(':accountId/entitlements')
  @Endpoint({
    summary: 'Get what an account that the key opens may do',
    role: 'READ_ONLY',
    returns: EntitlementsView,
    errors: [404],
  })
  async entitlements(@CurrentPrincipal() principal: Principal, @UuidPath('accountId', ID) accountId: string) {
    return EntitlementsView.of(await this.accounts.getVisible(principal, accountId));
  }
}
