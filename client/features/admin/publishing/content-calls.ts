import type { UseMutationResult } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { useContentChange } from './use-content-change.ts';

type Versioned = { version: number };
/** `revision`: the one that a publish has made, by which it is taken back; `null` for a draft. */
export type Saved<Row> = Row & { revision: number | null };

/** What a form of published content calls. `Change` has the fields, the version that they change, and `publish`. */
export type ContentCalls<Row, Change> = {
  useSave: () => UseMutationResult<Saved<Row>, Error, () => Promise<Saved<Row>>>;
  /** Saves a draft, or publishes. */
  put: (row: Row, change: Change) => Promise<Saved<Row>>;
  /** Brings the default back. */
  remove: (row: Row) => Promise<Saved<Row>>;
};

type Options<Row> = {
  /** Id of a thing, where there are several; its path is below the key's. */
  idOf?: (row: Row) => string;
  /** Name of the button that takes a publish back. */
  undo: (saved: Row) => string;
  /** What is said when it could not be saved. */
  failed: () => string;
};

/** The calls of a kind of content. @param key of its query, and its path */
export function contentCalls<Row extends Versioned, Change>(
  key: readonly [string],
  { idOf, undo, failed }: Options<Row>,
): ContentCalls<Row, Change> {
  const pathOf = (row: Row) => (idOf ? `${key[0]}/${idOf(row)}` : key[0]);
  return {
    useSave: () =>
      useContentChange<Saved<Row>>({
        store: (client, saved) =>
          client.setQueryData<Row | Row[]>(key, (read) =>
            Array.isArray(read) && idOf ? read.map((row) => (idOf(row) === idOf(saved) ? saved : row)) : saved,
          ),
        undo,
        failed,
      }),
    put: (row, payload) => callApi<Saved<Row>>(pathOf(row), { method: 'PUT', payload }),
    remove: (row) => callApi<Saved<Row>>(`${pathOf(row)}?version=${row.version}`, { method: 'DELETE' }),
  };
}
