import { errorPrintOf, showsError } from '#domain';
import { derivedId } from '#persistence';
import { createHash } from 'node:crypto';
import type { StoredResult } from '../runs/index.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const NO_ERROR = { error_group_id: null, error_hash: null, cleaned_error_message: null };

/**
 * The group of a failing result. Account, check and hash decide about its id, so the id is known before the group is stored,
 * and the result can be stored with it.
 */
export function errorColumns(
  result: Omit<StoredResult, keyof typeof NO_ERROR>,
): Pick<StoredResult, keyof typeof NO_ERROR> {
  const { account_id, check_id, has_failures, has_errors, aborted, error_message } = result;
  if (!showsError({ hasFailures: has_failures, hasErrors: has_errors, aborted })) return NO_ERROR;
  const { cleanedErrorMessage, errorHash } = errorPrintOf(error_message, sha256);
  const error_group_id = derivedId(`error-group/${account_id}/${check_id}/${errorHash}`);
  return { error_group_id, error_hash: errorHash, cleaned_error_message: cleanedErrorMessage };
}
