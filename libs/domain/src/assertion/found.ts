/** Several values, each of which must pass (reference 5.4: where a JSON path yields a list). At least one. */
export class EachOf {
  constructor(readonly values: readonly unknown[]) {}
}

/** A value that is compared and never shown, as it is a credential. */
export class Hidden {
  constructor(readonly value: unknown) {}
}

/** There is nothing to compare. `reason` ends the sentence "Expected ..., but". */
export class Unanswerable {
  constructor(readonly reason: string) {}
}
