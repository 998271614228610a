import pg from 'pg';
import { NOTHING_WRITTEN } from './nothing-written.ts';

/** More texts than the checkout has; a text beyond them is sent without a name. */
export const MOST_NAMES = 200;
const names = new Map<string, string>();

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

export type Named = { name: string; text: string };

const isNamed = (query: unknown): query is Named =>
  typeof query === 'object' && query !== null && 'text' in query && 'name' in query && typeof query.name === 'string';

/** The name that a text has had since it was first prepared by one. */
export const knownName = (text: string): string | undefined => names.get(text);

/** @returns the text's own name, or none beyond `MOST_NAMES` of them */
export function nameOf({ name, text }: Named): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const fresh = `${name}_${names.size}`;
  names.set(text, fresh);
  return fresh;
}
