import type { PGlite, parse, protocol, Results } from '@electric-sql/pglite';

type Messages = Pick<typeof protocol, 'serialize'> & typeof parse;
type RowMode = 'array' | 'object' | undefined;

/**
 * Statements that PGlite keeps by their name. `PGlite.query` parses and plans a text each time and enters WebAssembly six
 * times for it; one that is kept is bound, executed and answered in one. What comes back is the same.
 */
export class PgliteStatements {
  readonly #db: PGlite;
  readonly #messages: Messages;
  /** The types of each statement's parameters. */
  readonly #kept = new Map<string, readonly number[]>();

  constructor(db: PGlite, messages: Messages) {
    this.#db = db;
    this.#messages = messages;
  }

  /**
   * @param name belongs to this text alone
   * @throws DatabaseError as `PGlite.query` does
   */
  async run(name: string, sql: string, params: unknown[], rowMode: RowMode): Promise<Results> {
    const { serialize, parseResults } = this.#messages;
    const types = this.#kept.get(name) ?? (await this.#keep(name, sql));
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

  async #keep(name: string, sql: string): Promise<readonly number[]> {
    const { serialize, parseDescribeStatementResults } = this.#messages;
    const described = await this.#send([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })]);
    const types = parseDescribeStatementResults(described);
    this.#kept.set(name, types);
    return types;
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
