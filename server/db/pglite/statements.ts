import type { PGlite, parse, protocol, Results } from '@electric-sql/pglite';

type Messages = Pick<typeof protocol, 'serialize'> & typeof parse;
type RowMode = 'array' | 'object' | undefined;
/** A prepared statement: its name, and the types of its parameters. */
type Kept = { name: string; types: readonly number[] };

/**
 * Prepared statements of PGlite. `PGlite.query` parses and plans a text each time and enters WebAssembly six times; a
 * prepared one is bound, executed and answered in one call. The results are the same.
 */
export class PgliteStatements {
  readonly #db: PGlite;
  readonly #messages: Messages;
  readonly #kept = new Map<string, Kept>();

  constructor(db: PGlite, messages: Messages) {
    this.#db = db;
    this.#messages = messages;
  }

  /** @throws DatabaseError as `PGlite.query` does */
  async run(sql: string, params: unknown[], rowMode: RowMode): Promise<Results> {
    const { serialize, parseResults } = this.#messages;
    const { name, types } = this.#kept.get(sql) ?? (await this.#keep(sql));
    const values = params.map((param, i) => this.#write(param, types[i]));
    const messages = await this.#send([
      serialize.bind({ statement: name, values }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
    ]);
    const [results] = parseResults(messages, this.#db.parsers, { rowMode });
    if (!results) throw new Error(`The statement ${name} gave no results`);
    return results;
  }

  async #keep(sql: string): Promise<Kept> {
    const { serialize, parseDescribeStatementResults } = this.#messages;
    const name = `kept_${this.#kept.size}`;
    const described = await this.#send([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })]);
    const kept = { name, types: parseDescribeStatementResults(described) };
    this.#kept.set(sql, kept);
    return kept;
  }

  async #send(messages: Uint8Array[]) {
    const whole = Buffer.concat([...messages, this.#messages.serialize.sync()]);
    return (await this.#db.execProtocol(whole)).messages;
  }

  #write(param: unknown, type = 0): string | null {
    if (param === null || param === undefined) return null;
    const write = this.#db.serializers[type];
    return write ? write(param) : String(param);
  }
}
