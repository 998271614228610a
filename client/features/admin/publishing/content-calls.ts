import type { UseMutationResult } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { useContentChange } from './use-content-change.ts';

type Versioned = { version: number };
/** `revision` is the publish, for undoing it; `null` for a draft. */
export type Saved<Row> = Row & { revision: number | null };

/** The calls of a form for published content. `Change` has the fields, the version that they change, and `publish`. */
export type ContentCalls<Row, Change> = {
  useSave: () => UseMutationResult<Saved<Row>, Error, () => Promise<Saved<Row>>>;
  /** Saves a draft, or publishes. */
  put: (row: Row, change: Change) => Promise<Saved<Row>>;
  /** Restores the default. */
  remove: (row: Row) => Promise<Saved<Row>>;
};

type Options<Row> = {
  /** The item's id, if the kind has several items. Its path is below that of the key. */
  idOf?: (row: Row) => string;
  /** Label of the button that undoes a publish. */
  undo: (saved: Row) => string;
  /** The message when saving failed. */
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
