import type { LeaseContext, LeasedCertificate, LeasedSnippet, LeasedVariable } from '#agent-protocol';
import type { AccountId } from '#domain';
import type { LocationPrincipal } from '#http';
import { Injectable } from '@nestjs/common';
import { ClientCertificatesService } from '../client-certificates/index.js';
import { SnippetsService } from '../snippets/index.js';
import { VariablesService } from '../variables/index.js';
import { LeaseContextsQueries } from './lease-contexts.queries.js';

/** What the runs of a location have in common, for agents that do not have it yet. */
@Injectable()
export class LeaseContexts {
  constructor(
    private readonly queries: LeaseContextsQueries,
    private readonly variables: VariablesService,
    private readonly snippets: SnippetsService,
    private readonly certificates: ClientCertificatesService,
  ) {}

  /** Null when the agent, which has `known`, is up to date. A change meanwhile is sent with the next lease. */
  async contextFor(
    location: LocationPrincipal,
    revision: number,
    known: string | null | undefined,
  ): Promise<LeaseContext | null> {
    const { accountId, locationId } = location;
    const version = `${accountId}/${locationId}/${revision}`;
    if (known === version) return null;
    const [variables, snippets, certificates, proxyUrl] = await Promise.all([
      this.variablesOf(accountId),
      this.snippetsOf(accountId),
      this.certificatesOf(accountId),
      this.queries.proxyUrl(accountId, locationId),
    ]);
    return { version, accountId, variables, snippets, certificates, proxyUrl };
  }

  private async variablesOf(account: AccountId): Promise<LeasedVariable[]> {
    return (await this.variables.all(account)).map(({ key, value, secret }) => ({ key, value, secret }));
  }

  private async snippetsOf(account: AccountId): Promise<LeasedSnippet[]> {
    return (await this.snippets.all(account)).map(({ id, name, script }) => ({ id, name, script }));
  }

  private async certificatesOf(account: AccountId): Promise<LeasedCertificate[]> {
    const all = await this.certificates.withKeys(account);
    return all.map(({ createdAt, ...certificate }) => ({ ...certificate, createdAt: createdAt.toISOString() }));
  }
}
