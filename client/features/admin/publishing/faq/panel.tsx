import * as m from '#messages';
import { ContentPanel } from '../content-panel.tsx';
import { useFaq } from './api.ts';

/** The number of questions, and a button to them. */
export function FaqPanel({ onOpen }: { onOpen: () => void }) {
  return (
    <ContentPanel
      title={m.admin_faq_title()}
      open={m.admin_faq_open()}
      query={useFaq()}
      rows={1}
      summaryOf={({ questions }) => m.admin_faq_count({ count: questions.length })}
      onOpen={onOpen}
    />
  );
}
