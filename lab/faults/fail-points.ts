import { writeSync } from 'node:fs';
import { isMainThread, Worker } from 'node:worker_threads';
import pg from 'pg';

type Written = 'orders' | 'refunds' | 'store_locations' | 'content_revisions';

/**
 * Loaded with `node --import`: kills the program with SIGKILL at one exact moment, before a statement is sent to the
 * database, or after its answer has arrived. The program itself contains no such code. `FAIL_POINT` names the moment;
 * SIGUSR2 arms it, so that the program can start and recover first. `before 2 ^commit` is armed from the beginning:
 * before the second matching statement. `before 0` never kills, and reports the number of statements at exit.
 */
type Moment = {
  at: 'before' | 'after';
  statement: RegExp;
  /** Only in the transaction that has written into this table. */
  wrote?: Written;
  /** Only when the answer has rows. */
  withRows?: true;
};

/** An update of this column; `returning` would contain all columns. */
function setsOf(table: string, column: string): RegExp {
  return new RegExp(`^update "${table}" set (?:(?! where ).)*"${column}"`);
}

const ORDER = /^with "placed" as \(insert into "orders"/;
const PAYMENT_ID = /^with "saved" as \(update "checkouts" set "payment_intent_id"/;

const MOMENTS: Readonly<Record<string, Moment>> = {
  'draft saved': { at: 'after', statement: /^with "inserted" as \(insert into "checkouts"/ },
  'PI made': { at: 'before', statement: PAYMENT_ID },
  'PI id saved': { at: 'after', statement: PAYMENT_ID },
  'PI read in confirm': { at: 'before', statement: ORDER },
  'before commit': { at: 'before', statement: /^commit/, wrote: 'orders' },
  'after commit': { at: 'after', statement: /^commit/, wrote: 'orders' },
  'mail claimed': { at: 'after', statement: /^with "due" as .* update "emails"/s, withRows: true },
  'SMTP accepted': { at: 'before', statement: /^update "emails" set "status"/ },
  'mail marked': { at: 'after', statement: /^update "emails" set "status"/ },
  'cancel begun': { at: 'before', statement: /^insert into "refunds"/ },
  'cancel written': { at: 'after', statement: /^commit/, wrote: 'refunds' },
  'refund made': { at: 'before', statement: setsOf('refunds', 'state') },
  'refund noted': { at: 'after', statement: setsOf('refunds', 'state') },
  'void made': { at: 'before', statement: setsOf('labels', 'provider_void_id') },
  'void noted': { at: 'after', statement: setsOf('labels', 'provider_void_id') },
  'label bought': { at: 'before', statement: setsOf('labels', 'provider_label_id') },
  'store begun': { at: 'before', statement: /^insert into "store_locations"/ },
  'store written': { at: 'after', statement: /^insert into "store_locations"/ },
  'store kept': { at: 'after', statement: /^commit/, wrote: 'store_locations' },
  'price begun': { at: 'before', statement: /^insert into "content_revisions"/ },
  'price written': { at: 'after', statement: /^insert into "content_revisions"/ },
  'price kept': { at: 'after', statement: /^commit/, wrote: 'content_revisions' },
  'label noted': { at: 'after', statement: setsOf('labels', 'provider_label_id') },
};

let isArmed = false;
/** What the open transaction of a connection has written; PGlite has one connection. */
const written = new WeakMap<object, Set<string>>();

function watch(moment: Moment): void {
  const isHit = (at: Moment['at'], statement: string, connection: object, rows: number) =>
    isArmed &&
    moment.at === at &&
    moment.statement.test(statement) &&
    (!moment.wrote || written.get(connection)?.has(moment.wrote) === true) &&
    (!moment.withRows || rows > 0);
  const before = (statement: string, connection: object) => {
    if (isHit('before', statement, connection, 0)) die();
  };
  const after = (statement: string, connection: object, rows: number) => {
    if (isHit('after', statement, connection, rows)) die();
    const [, table] =
      /^(?:with "placed" as \()?insert into "(orders|refunds|store_locations|content_revisions)"/.exec(statement) ?? [];
    if (table && rows > 0) written.set(connection, new Set([...(written.get(connection) ?? []), table]));
    if (/^(commit|rollback)/.test(statement)) written.delete(connection);
  };
  watchPostgres(before, after);
  watchPglite(before, after);
  process.on('SIGUSR2', () => {
    isArmed = true;
    writeSync(2, 'armed\n');
  });
}

type Before = (statement: string, connection: object) => void;
type After = (statement: string, connection: object, rows: number) => void;
type Answer = { rows?: unknown[] } | undefined;

function watchPostgres(before: Before, after: After): void {
  // biome-ignore lint/complexity/noBannedTypes: `query` has a dozen forms; it is called as it was called.
  const prototype = pg.Client.prototype as unknown as { query: Function };
  const { query } = prototype;
  prototype.query = function (this: object, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }];
    const statement = (typeof first === 'string' ? first : first.text) ?? '';
    before(statement, this);
    const told = (answer: Answer) => after(statement, this, answer?.rows?.length ?? 0);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, answer: Answer) => {
        if (!error) told(answer);
        callback(error, answer);
      };
      return query.apply(this, args);
    }
    const answer = query.apply(this, args);
    return answer?.then?.((value: Answer) => {
      told(value);
      return value;
    });
  };
}

/** PGlite runs in a thread: statements are sent as messages and return with their number. */
function watchPglite(before: Before, after: After): void {
  const statements = new Map<number, string>();
  const { postMessage, emit } = Worker.prototype;
  Worker.prototype.postMessage = function (message: { id?: number; sql?: string }, ...rest: never[]) {
    if (message.id !== undefined && message.sql !== undefined) {
      before(message.sql, this);
      statements.set(message.id, message.sql);
    }
    return postMessage.call(this, message, ...rest);
  };
  Worker.prototype.emit = function (this: Worker, name: string, ...args: unknown[]) {
    const [reply] = args as [{ id?: number; results?: Answer; error?: unknown } | undefined];
    const statement = name === 'message' ? statements.get(reply?.id ?? -1) : undefined;
    if (statement !== undefined && reply?.id !== undefined) {
      statements.delete(reply.id);
      if (!reply.error) after(statement, this, reply.results?.rows?.length ?? 0);
    }
    return emit.call(this, name, ...(args as never[]));
  } as typeof emit;
}

function die(): void {
  writeSync(2, `killed at: ${process.env.FAIL_POINT}\n`);
  process.kill(process.pid, 'SIGKILL');
}

function dieBefore(nth: number, statement: RegExp): void {
  let count = 0;
  const before: Before = (text) => {
    if (!statement.test(text)) return;
    count += 1;
    if (count === nth) die();
  };
  watchPostgres(before, () => {});
  watchPglite(before, () => {});
  process.on('exit', () => writeSync(2, `statements: ${count}\n`));
}

const moment = MOMENTS[process.env.FAIL_POINT ?? ''];
const counted = /^before (?<nth>\d+) ?(?<statement>.*)$/.exec(process.env.FAIL_POINT ?? '')?.groups;
// Threads of the program load this file too, but are not watched.
if (isMainThread && counted) dieBefore(Number(counted.nth), new RegExp(counted.statement ?? ''));
else if (isMainThread) {
  if (!moment) throw new Error(`There is no fail point ${process.env.FAIL_POINT}`);
  watch(moment);
}
