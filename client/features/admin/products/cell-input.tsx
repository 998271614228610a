import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'input'>, 'onChange'> & {
  isWrong: boolean;
  isPending: boolean;
  onText: (text: string) => void;
  /** Restores the stored value; `null` while nothing is typed. */
  onEscape: (() => void) | null;
};

/** The input of a value that is edited in its cell. */
export function CellInput({ isWrong, isPending, onText, onEscape, ...input }: Props) {
  return (
    <input
      className="control"
      autoComplete="off"
      enterKeyHint="done"
      aria-invalid={isWrong || undefined}
      readOnly={isPending}
      onFocus={(event) => event.target.select()}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onEscape) return;
        event.preventDefault();
        onEscape();
      }}
      {...input}
    />
  );
}

/** The error of a cell, or a hint. */
export function CellNote({ id, isWrong, note }: { id: string; isWrong: boolean; note: string }) {
  return (
    <span id={id} className={isWrong ? 'text-sm font-semibold text-brand' : 'text-sm text-ink-soft'}>
      {note}
    </span>
  );
}
