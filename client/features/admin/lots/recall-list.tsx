import * as m from '#messages';
import type { Recall } from '#shared/lots/recalls.ts';
import { formatDay } from '../kit/format.ts';
import { TextButton } from '../kit/row-buttons.tsx';
import { useRecalls } from './recall-api.ts';
import { lotsText } from './words.ts';

type Props = { nameOf: (id: string) => string; onOpen: (recall: Recall) => void };

/** The recalls so far, the newest first. */
export function RecallList({ nameOf, onOpen }: Props) {
  const { data = [] } = useRecalls();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="recalls-title" className="mb-5 rounded-card bg-white p-5 shadow-card">
      <h3 id="recalls-title" className="font-sans text-[1.05rem] font-bold text-ink">
        {m.admin_recalls()}
      </h3>
      <ul className="mt-2 grid">
        {data.map((recall) => {
          const name = nameOf(recall.productId);
          return (
            <li
              key={recall.id}
              className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t py-1.5"
            >
              <TextButton label={m.admin_recall_open_of({ name })} onClick={() => onOpen(recall)}>
                {name}
              </TextButton>
              <span className="text-[0.95rem] text-ink-soft">
                {[
                  recall.isWhole ? m.admin_recall_whole() : lotsText(recall),
                  formatDay(recall.createdAt),
                  recall.endedAt ? m.admin_recall_state_ended() : m.admin_recall_state_running(),
                ].join(' · ')}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
