import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';

type Props = { summary: ReactNode; isOpen: boolean; onToggle: (isOpen: boolean) => void; children: ReactNode };

/** A part of a form that opens when its heading is pressed. */
export function Fold({ summary, isOpen, onToggle, children }: Props) {
  return (
    <details className="group mt-6" open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold text-second underline decoration-second/40 underline-offset-4 hover:decoration-second [&::-webkit-details-marker]:hidden">
        <span>{summary}</span>
        <Icon
          name="arrow"
          className="size-4 rotate-90 transition group-open:-rotate-90 motion-reduce:transition-none"
        />
      </summary>
      {children}
    </details>
  );
}
