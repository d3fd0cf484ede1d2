import { CLEANED_MESSAGE_LENGTH, ERROR_MESSAGE_LENGTH, type ErrorGroup } from '#domain';
import { CreateOf, field, Flag, Ignores, Text, Time, Uuid, ViewOf } from '#http';

/** Decision 19: nothing analyses errors until a model is plugged in. */
const RootCauseAnalyses = (description: string) =>
  field(
    {
      name: 'rootCauseAnalyses',
      check: () => null,
      schema: { type: 'array', items: { type: 'object', additionalProperties: true } },
    },
    { description, example: [] },
  );

/** Spec 2.15. */
class ErrorGroupFields {
  @Uuid({
    description: 'Id of the group; `errorGroupIds` of results name it',
    example: '3f0c2a52-7a6e-8d1b-9c44-2f6f0a1b7c11',
  })
  id: string;
  @Uuid({ description: 'The check that fails', example: '11111111-1111-4111-8111-111111111111' }) checkId: string;
  @Text({
    description: 'SHA-256 of the cleaned message: failing results of the check with the same one are the same error',
    example: '0f343b0931126a20f133d67c2b018a3b5b0f2e8e3c1f0c9d5f0b4c2a1d3e4f50',
  })
  errorHash: string;
  @Text({
    max: ERROR_MESSAGE_LENGTH,
    nullable: true,
    description: 'The message as the first result has it; null when it failed without one',
    example: 'connect ECONNREFUSED 192.0.2.7:8080',
  })
  rawErrorMessage: string | null;
  @Text({
    max: CLEANED_MESSAGE_LENGTH,
    description:
      'The message without what differs each time: numbers, ids, times, uuids, queries of addresses, terminal colours. Cut where it is very long: what is alike up to there is the same error',
    example: 'connect ECONNREFUSED <n>',
  })
  cleanedErrorMessage: string;
  @Time({ description: 'When the first failing result started', example: '2026-11-21T12:00:00.000Z' }) firstSeen: Date;
  @Time({ description: 'When the last failing result started', example: '2026-11-21T12:10:00.000Z' }) lastSeen: Date;
  @RootCauseAnalyses('Analyses of the error; empty, as no model is plugged in') rootCauseAnalyses: object[];
}

class ArchivedField {
  @Flag({
    optional: true,
    description: 'Marks the group as archived; the next failing result of it takes that back',
    example: true,
  })
  archivedUntilNextEvent?: boolean;
}

/** Spec 4.8; write-only. */
class ArchiveForEverField {
  @Flag({
    optional: true,
    description:
      'Leaves the group out of lists, whatever happens; results still name it, and it can be read by its id. Never shown; false takes it back',
    example: false,
  })
  archiveForEver?: boolean;
}

@Ignores(ErrorGroupFields)
export class ErrorGroupUpdateRequest extends CreateOf(ArchivedField, ArchiveForEverField) {}

export class ErrorGroupView extends ViewOf(ErrorGroupFields, ArchivedField) {
  static of({ id, checkId, errorHash, rawErrorMessage, cleanedErrorMessage, ...group }: ErrorGroup): ErrorGroupView {
    const { firstSeen, lastSeen, archivedUntilNextEvent } = group;
    const messages = { errorHash, rawErrorMessage, cleanedErrorMessage };
    return { id, checkId, ...messages, firstSeen, lastSeen, archivedUntilNextEvent, rootCauseAnalyses: [] };
  }
}
