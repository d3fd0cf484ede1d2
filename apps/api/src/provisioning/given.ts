import { ruleBroken, type AccountId } from '#domain';
import { UUID } from '#http';

const SERVICE_KEY = /^sv_[\x21-\x7e]{16,190}$/;

/** An account id that somebody typed. Throws a rule error that can be shown as it is. */
export function accountIdOf(text: string): AccountId {
  if (!UUID.test(text)) throw ruleBroken(`"${text}" is not an account id: it must be a uuid`);
  return text.toLowerCase() as AccountId;
}

/** Throws a rule error for a given key that the API would never accept, or that could be guessed. The key itself is not shown. */
export function checkServiceKey(apiKey: string): void {
  if (!SERVICE_KEY.test(apiKey)) {
    throw ruleBroken('A given API key must be sv_ and 16 to 190 printable characters without spaces');
  }
}
