import type { ReactNode } from 'react';
import { AdminIcon } from './admin-icons.tsx';

type Props = { label: string; className?: string; onClick: () => void };

/** Deletes or removes a row. `label` says which, also as its tooltip. */
export function TrashButton({ label, className = 'is-danger', onClick }: Props) {
  return (
    <button type="button" className={`icon-button ${className}`} data-tooltip aria-label={label} onClick={onClick}>
      <AdminIcon name="trash" />
    </button>
  );
}

/** Opens a row, or acts on it. `label` says which one, beyond the visible words. */
export function TextButton({ label, className = '', onClick, children }: Props & { children: ReactNode }) {
  return (
    <button type="button" className={`text-button ${className}`} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
