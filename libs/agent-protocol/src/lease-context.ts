import type { Variable } from '#domain';

/** A variable with its value, also where it is secret. */
export type LeasedVariable = Omit<Variable, 'locked'>;

export interface LeasedSnippet {
  id: number;
  name: string;
  script: string;
}

/** Spec 2.11, with what no answer of the interface ever shows. */
export interface LeasedCertificate {
  id: string;
  /** See `matchesHost`. */
  host: string;
  /** PEM. */
  cert: string;
  key: string;
  passphrase: string | null;
  ca: string | null;
  /** ISO 8601. */
  createdAt: string;
}

/**
 * What the runs of a location have in common. An agent keeps it until it is sent another one: that is with the first lease
 * after a change, so a change is in force from the next run.
 */
export interface LeaseContext {
  version: string;
  accountId: string;
  /** Of the account. */
  variables: LeasedVariable[];
  snippets: LeasedSnippet[];
  certificates: LeasedCertificate[];
  /** What requests to targets go through; may hold `{{VARIABLES}}`. */
  proxyUrl: string | null;
}
