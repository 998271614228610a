import * as m from '#messages';
import { ContentPanel } from '../content-panel.tsx';
import { useShippingRules } from './api.ts';
import { shippingValueText } from './words.ts';

/** The rule of free shipping in a line, and a button to all rules. */
export function ShippingPanel({ onOpen }: { onOpen: () => void }) {
  return (
    <ContentPanel
      title={m.admin_shipping_title()}
      open={m.admin_shipping_open()}
      query={useShippingRules()}
      rows={1}
      summaryOf={({ free }) => `${m.admin_shipping_free()}: ${shippingValueText('free', free)}`}
      onOpen={onOpen}
    />
  );
}
