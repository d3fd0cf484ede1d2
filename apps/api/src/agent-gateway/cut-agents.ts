import { Notifications } from '#persistence';
import { Injectable } from '@nestjs/common';
import { DELETED_KEYS_CHANNEL } from '../private-locations/index.js';

/** Agents that wait for work, by the key they use: when it is deleted they are told at once, in whichever replica they wait. */
@Injectable()
export class CutAgents {
  private readonly waiting = new Map<string, Set<AbortController>>();

  constructor(notifications: Notifications) {
    // What is missed costs little: a deleted key is leased nothing, and the wait ends by itself.
    notifications.listen({ channel: DELETED_KEYS_CHANNEL, heard: (keyId) => this.cut(keyId), missed: () => undefined });
  }

  /** `work` gets a signal that aborts when the key is deleted. */
  async whileKeyLives<T>(keyId: string, work: (cut: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const here = this.waiting.get(keyId) ?? new Set();
    this.waiting.set(keyId, here.add(controller));
    try {
      return await work(controller.signal);
    } finally {
      here.delete(controller);
      if (here.size === 0 && this.waiting.get(keyId) === here) this.waiting.delete(keyId);
    }
  }

  private cut(keyId: string): void {
    for (const controller of this.waiting.get(keyId) ?? []) controller.abort();
  }
}
