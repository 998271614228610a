import pg from 'pg';

/** More texts than the checkout has; a text beyond them is sent without a name. */
export const MOST_NAMES = 200;
const names = new Map<string, string>();

/**
 * Statements that are prepared by name (`.prepare('…').execute()`) are parsed once a connection, and not each time. One of
 * them may have several texts, as an order without mails has fewer parts than one with: each text gets a name of its own,
 * since PostgreSQL keeps one text for each name. For the option `Client` of `pg.Pool`.
 */
export class NamingClient extends pg.Client {
  override query(first: unknown, ...rest: unknown[]): never {
    const query = isNamed(first) ? { ...first, name: nameOf(first) } : first;
    return (super.query as (...args: unknown[]) => unknown).call(this, query, ...rest) as never;
  }
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
