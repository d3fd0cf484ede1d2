import { startApi, type TestApi } from '#testing';
import type { World } from './description.js';

/** A new account of an API. */
export async function newWorld(api: TestApi): Promise<World> {
  const account = await api.account();
  const made = new Map<string, unknown>();
  return {
    api,
    account,
    client: account.client,
    async once<T>(name: string, make: () => Promise<T>): Promise<T> {
      if (!made.has(name)) made.set(name, make());
      return (await made.get(name)) as T;
    },
  };
}

export const startWorld = async (): Promise<World> => newWorld(await startApi());
