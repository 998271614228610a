import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

type Work<Row, Result> = {
  /** Does not throw: a failure is a result, and does not stop the others. */
  call: (row: Row) => Promise<Result>;
  idOf: (row: Row) => string;
  /** After each. */
  onResult?: (row: Row, result: Result) => void;
  /** After the last one. */
  done: (results: readonly Result[]) => void;
  refresh: readonly QueryKey[];
};

/** Calls the server for many rows in sequence. `results` has the last one of each row, by its id. */
export function useInTurn<Row, Result>({ call, idOf, onResult, done, refresh }: Work<Row, Result>) {
  const client = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const work = useMutation({
    mutationFn: async (rows: readonly Row[]) => {
      const all: Result[] = [];
      for (const row of rows) {
        const result = await call(row);
        all.push(result);
        setResults((before) => new Map(before).set(idOf(row), result));
        onResult?.(row, result);
      }
      return all;
    },
    onSuccess: done,
    onSettled: () => Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return { ...work, results };
}
