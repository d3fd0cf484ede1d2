/** Reference 3.12: a script that several checks and groups run before or after their requests. */
export interface Snippet {
  readonly id: number;
  /** Scripts import it as `./snippets/<name>.js` (reference 5.7), so it is unique within the account. */
  name: string;
  script: string;
  readonly createdAt: Date;
  updatedAt: Date | null;
}

/** What a request may set. */
export type SnippetContent = Pick<Snippet, 'name' | 'script'>;
