/** Something the operator can act on: the message is one line and names what to do. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}

/** Another process serves this folder already. */
export class AlreadyRunningError extends EmbeddedPostgresError {
  constructor(
    readonly directory: string,
    readonly pid: number,
    readonly url: string | undefined,
  ) {
    super(`Pharos already runs in this folder (process ${pid}${url ? `, ${url}` : ''})`);
    this.name = 'AlreadyRunningError';
  }
}
