/** One statement outside the API, for what no route can do or show. */
export type Sql = <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
