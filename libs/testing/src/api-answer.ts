/** A response whose body was read and that agrees with the OpenAPI document. */
export class ApiAnswer<Body> {
  constructor(
    readonly request: string,
    readonly status: number,
    readonly headers: Headers,
    /** Parsed JSON, or the text of another type; undefined when there is no body. */
    readonly body: Body,
  ) {}

  /** Throws, with the whole answer, when the status is another. */
  expect(status: number): this {
    if (this.status === status) return this;
    throw new Error(`${this.request} -> ${this.status}, expected ${status}: ${JSON.stringify(this.body)}`);
  }
}

/** Spec 7: the body of an error. */
export interface ErrorBody {
  statusCode: number;
  error: string;
  message: string;
  attributes: { code: string; requestId?: string; error?: string; violations?: { field: string; message: string }[] };
}

/** Reference 1.3: the body of a list that is walked along with `nextId`. */
export interface CursorListBody<Entry> {
  length: number;
  entries: Entry[];
  nextId: string | null;
}
