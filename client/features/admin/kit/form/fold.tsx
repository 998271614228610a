import { type ReactNode, useState } from 'react';

type Props = {
  id?: string;
  summary: ReactNode;
  /** Opens the fold, because a field inside has an error or a value. */
  isNeeded?: boolean;
  children: ReactNode;
};

/** Fields that are rarely needed. It opens when it becomes needed, and only the reader closes it. */
export function Fold({ id, summary, isNeeded = false, children }: Props) {
  const [isOpen, setIsOpen] = useState(isNeeded);
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded);
    if (isNeeded) setIsOpen(true);
  }
  return (
    <details id={id} className="fold" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
