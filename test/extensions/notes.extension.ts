import type { ApiExtension } from '#api';
import { ApiKeyVerifier } from '#api';
import type { AccountId } from '#domain';
import { Account, Endpoint, KeyVerifier, Text, TextPath, type Principal } from '#http';
import { AccountRepository, Database } from '#persistence';
import { Body, Controller, Get, Injectable, Module, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Column, Entity, PrimaryColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * A complete extension, as a team would keep it in a repository of its own: a resource with its table, and single sign-on
 * beside API keys. Nothing in the API knows of it; it runs behind the same guard, filter, validation and documentation.
 */

@Entity('notes')
export class NoteRow {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'notes_pkey' }) accountId: AccountId;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'notes_pkey' }) title: string;
  @Column('text') text: string;
}

export class Notes1766000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE notes (
      account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
      title text NOT NULL,
      text text NOT NULL,
      CONSTRAINT notes_pkey PRIMARY KEY (account_id, title)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notes');
  }
}

class NoteBody {
  @Text({ min: 1, max: 100, description: 'Title of the note', example: 'On call' }) title: string;
  @Text({ max: 1_000, description: 'The note', example: 'Ask Ada first' }) text: string;
}

@Injectable()
class NotesRepository extends AccountRepository<NoteRow> {
  constructor(database: Database) {
    super(database, NoteRow, { notes_pkey: 'A note with this title exists already.' });
  }
}

@ApiTags('Notes')
@Controller('v1/notes')
class NotesController {
  constructor(private readonly notes: NotesRepository) {}

  @Post()
  @Endpoint({ summary: 'Write a note', role: 'READ_WRITE', status: 201, returns: NoteBody, errors: [409] })
  async create(@Account() account: AccountId, @Body() { title, text }: NoteBody) {
    await this.notes.insert(account, { title, text });
    return { title, text };
  }

  @Get(':title')
  @Endpoint({ summary: 'Read a note', role: 'READ_ONLY', returns: NoteBody, errors: [404] })
  async get(
    @Account() account: AccountId,
    @TextPath('title', { description: 'Title of the note', example: 'On call' }) title: string,
  ) {
    const { text } = await this.notes.get(account, { title });
    return { title, text };
  }
}

/** Stands for the team's identity provider: which sessions are open, and whose. */
@Injectable()
export class Sessions {
  private readonly open = new Map<string, Principal>();

  start(token: string, principal: Principal): void {
    this.open.set(token, principal);
  }

  end(token: string): void {
    this.open.delete(token);
  }

  of(token: string): Principal | null {
    return this.open.get(token) ?? null;
  }
}

/** Tokens that start with `sso_` are sessions; everything else is an API key, as before. */
@Injectable()
class SingleSignOn extends KeyVerifier {
  constructor(
    private readonly sessions: Sessions,
    private readonly keys: ApiKeyVerifier,
  ) {
    super();
  }

  override async verify(token: string, accountId: string | null): Promise<Principal | null> {
    if (!token.startsWith('sso_')) return this.keys.verify(token, accountId);
    const principal = this.sessions.of(token);
    return principal && (accountId ?? principal.accountId) === principal.accountId ? principal : null;
  }

  override isFresh(token: string): boolean {
    return token.startsWith('sso_') ? this.sessions.of(token) !== null : this.keys.isFresh(token);
  }
}

@Module({ controllers: [NotesController], providers: [NotesRepository, Sessions], exports: [Sessions] })
class NotesModule {}

export const notesExtension: ApiExtension = {
  name: 'notes',
  module: NotesModule,
  entities: [NoteRow],
  migrations: [Notes1766000000001],
  replaces: [{ provide: KeyVerifier, useClass: SingleSignOn }],
};
