import pg from 'pg';
import { type Named, nameOf } from './named-statements.ts';
import { NOTHING_WRITTEN } from './nothing-written.ts';

/**
 * Statements that are prepared by name (`.prepare('…').execute()`) are parsed once a connection, and not each time. One of
 * them may have several texts, as an order without mails has fewer parts than one with: each text gets a name of its own,
 * since PostgreSQL keeps one text for each name. And the `commit` of a transaction in which a statement has failed is an
 * error: PostgreSQL answers it with "ROLLBACK". For the option `Client` of `pg.Pool`.
 */
export class ShopClient extends pg.Client {
  override query(first: unknown, ...rest: unknown[]): never {
    const query = isNamed(first) ? { ...first, name: nameOf(first) } : first;
    const answer = (super.query as (...args: unknown[]) => unknown).call(this, query, ...rest);
    return (isCommit(first) ? (answer as Promise<pg.QueryResult>).then(requireCommit) : answer) as never;
  }
}

const isCommit = (query: unknown) =>
  typeof query === 'object' && query !== null && 'text' in query && query.text === 'commit';

function requireCommit(result: pg.QueryResult): pg.QueryResult {
  if (result.command === 'ROLLBACK') throw new Error(NOTHING_WRITTEN);
  return result;
}

const isNamed = (query: unknown): query is Named =>
  typeof query === 'object' && query !== null && 'text' in query && 'name' in query && typeof query.name === 'string';
