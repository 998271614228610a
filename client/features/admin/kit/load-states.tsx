import type { ReactNode } from 'react';
import * as m from '#messages';
import { textOfError } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

/** Shown while the code of a page or its first answer loads. */
export function PageLoading({ label = m.admin_loading() }: { label?: string }) {
  return (
    <div className="grid min-h-[60vh] place-items-center text-brand">
      <Spinner label={label} className="size-10" />
    </div>
  );
}

/** Grey bars in place of loading rows. */
export function Skeleton({ rows = 5, className = 'h-14' }: { rows?: number; className?: string }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{m.admin_loading()}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <div key={row} aria-hidden="true" className={`animate-pulse rounded-field bg-tint ${className}`} />
      ))}
    </div>
  );
}

type LoadErrorProps = {
  error: unknown;
  /** Replaces the text "could not be loaded". */
  text?: string;
  onRetry: () => void;
};

/** A failed read, shown in place of its data. */
export function LoadError({ error, text = m.admin_load_failed(), onRetry }: LoadErrorProps) {
  const reason = textOfError(error, '');
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4 rounded-field border-2 border-brand bg-white p-5">
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-3 font-semibold">
        <Icon name="alert" className="size-6 text-brand" />
        <span className="min-w-0">
          {text} {reason && <span className="font-normal">{reason}</span>}
        </span>
      </p>
      <Button size="small" variant="quiet" onClick={onRetry}>
        {m.admin_try_again()}
      </Button>
    </div>
  );
}

type LoadedProps<Data> = {
  read: { data: Data | undefined; error: unknown; refetch: () => void };
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** What was read, or why it is not there yet. */
export function Loaded<Data>({ read: { data, error, refetch }, waiting = <Skeleton />, children }: LoadedProps<Data>) {
  if (data) return children(data);
  return error ? <LoadError error={error} onRetry={refetch} /> : waiting;
}

export function Empty({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-card border-2 border-dashed border-line bg-white px-6 py-14 text-center text-ink-soft">
      {children}
    </div>
  );
}
