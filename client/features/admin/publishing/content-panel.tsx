import { type ReactNode, useId } from 'react';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { policyStates } from './policies/panel.tsx';

type Props<Row> = {
  title: string;
  /** Label of the button that opens the form. */
  open: string;
  query: { data: Row | undefined; error: Error | null; refetch: () => unknown };
  /** Lines of the summary, as placeholder while loading. */
  rows: number;
  /** A summary of the content, in a line or two. */
  summaryOf: (row: Row) => ReactNode;
  onOpen: () => void;
};

/** A summary of a single content item, and a button to its form. */
export function ContentPanel<Row extends { changed: readonly unknown[] }>(props: Props<Row>) {
  const { title, open, rows, summaryOf, onOpen } = props;
  const { data, error, refetch } = props.query;
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel">
      <h2 id={id}>{title}</h2>
      {data ? (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <button type="button" className="text-button" onClick={onOpen}>
            {open}
          </button>
          {data.changed.length > 0 && <StatusBadge status="draft" labels={policyStates} />}
          <p className="w-full text-ink-soft wrap-anywhere">{summaryOf(data)}</p>
        </div>
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <Skeleton rows={rows} />
      )}
    </section>
  );
}
