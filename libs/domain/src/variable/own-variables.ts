import { ruleBroken } from '../domain-error.js';
import type { Variable } from './variable.js';

/**
 * The environment variables that a check or a group carries itself, after a list was sent (reference 3, EnvVar). `current`
 * and the answer hold the values of secret ones sealed. A secret that is sent with an empty value, as it reads, keeps its
 * value (decision 8) and cannot become readable. Throws rule when a key comes twice.
 */
export function changeOwnVariables(
  current: readonly Variable[],
  sent: readonly Variable[],
  seal: (key: string, value: string) => string,
): Variable[] {
  const before = new Map(current.map((variable) => [variable.key, variable]));
  if (new Set(sent.map(({ key }) => key)).size < sent.length)
    throw ruleBroken('"environmentVariables" must not name a key twice', 'environmentVariables');
  return sent.map((variable) => {
    const { key, value, secret } = variable;
    const known = before.get(key);
    if (known?.secret && !secret)
      throw ruleBroken(`"secret" of ${key} cannot be turned off again`, 'environmentVariables');
    if (!secret) return variable;
    return { ...variable, value: known?.secret && value === '' ? known.value : seal(key, value) };
  });
}
