import * as m from '#messages';
import { ContentPanel } from '../content-panel.tsx';
import { useFacts } from './use-facts.ts';
import { factsValueText } from './words.ts';

/** The shop's contact details in two lines, and a button to all facts. */
export function FactsPanel({ onOpen }: { onOpen: () => void }) {
  return (
    <ContentPanel
      title={m.admin_facts_title()}
      open={m.admin_facts_open()}
      query={useFacts()}
      rows={2}
      summaryOf={({ phone, email, address }) => (
        <>
          {phone} · {email}
          <br />
          {factsValueText('address', address)}
        </>
      )}
      onOpen={onOpen}
    />
  );
}
