import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import * as m from '#messages';
import { Button } from '../../../../ui/button.tsx';
import { FactsList } from '../detail/facts-list.tsx';
import { currentOf } from '../stale.ts';

export type ConflictProps<Row> = {
  /** The error of the refused save. */
  error: unknown;
  /** The stored record, as text. */
  facts: (current: Row) => readonly (readonly [name: string, value: ReactNode])[];
  onMine: (current: Row) => void;
  onTheirs: (current: Row) => void;
};

/**
 * Shows the stored record while the form keeps the input; nothing is lost before the owner has chosen. Each refusal
 * brings it into view and focuses it, because the pressed button may be far away.
 */
export default function ConflictChoice<Row>({ error, facts, onMine, onTheirs }: ConflictProps<Row>) {
  const client = useQueryClient();
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each refusal
  useEffect(() => box.current?.focus(), [error]);
  const current = currentOf<Row>(error);
  if (!current) return null;
  return (
    <section ref={box} role="alert" tabIndex={-1} className="rounded-field border-2 border-brand bg-white p-4">
      <p className="font-semibold">{m.admin_conflict_title()}</p>
      <p className="mt-1 mb-3 text-[0.95rem]">{m.admin_conflict_text()}</p>
      <FactsList facts={facts(current)} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="small" onClick={() => onMine(current)}>
          {m.admin_conflict_mine()}
        </Button>
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            onTheirs(current);
            // Other parts of the page show the same outdated record.
            void client.invalidateQueries();
          }}
        >
          {m.admin_conflict_theirs()}
        </Button>
      </div>
    </section>
  );
}
