/** Bytes of bodies that all runs together may hold; texts and documents made of them take several times as much. */
export const ALL_BODIES_LIMIT = 100 * 1024 * 1024;

/** Room for what is more of a body than a result shows: many large answers at a time must not take the agent's memory. */
export class BodyRoom {
  private taken = 0;

  constructor(private readonly limit = ALL_BODIES_LIMIT) {}

  /** Bytes in use. */
  get used(): number {
    return this.taken;
  }

  /** Whether there was room for so many bytes; they are held until they are released. */
  take(bytes: number): boolean {
    if (this.taken + bytes > this.limit) return false;
    this.taken += bytes;
    return true;
  }

  release(bytes: number): void {
    this.taken -= bytes;
  }
}

/** Of all runs of this process. */
export const sharedRoom = new BodyRoom();
