import * as m from '#messages';
import type { AdminShippingRules, ShippingRules, ShippingRulesChange } from '#shared/shipping/rules.ts';
import { adminKeys } from '../../keys.ts';
import type { FieldState } from '../../kit/form/field-state.ts';
import { issueText } from '../../kit/form/issue-text.ts';
import { contentCalls } from '../content-calls.ts';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { showFault } from '../show-fault.ts';
import { RuleFields } from './fields.tsx';
import { readValues, type ShippingValues, valuesOf } from './values.ts';
import { shippingLabels, shippingValueText } from './words.ts';

type Field = keyof ShippingValues;
const FIELDS: readonly Field[] = ['free', 'flat', 'services', 'margin', 'calendar', 'heat'];

/** Stored rules that differ from the input. */
const differences = (current: AdminShippingRules, rules: ShippingRules): (readonly [string, string])[] =>
  FIELDS.filter((field) => JSON.stringify(current[field]) !== JSON.stringify(rules[field])).map((field) => [
    shippingLabels[field](),
    shippingValueText(field, current[field]),
  ]);

const calls = contentCalls<AdminShippingRules, ShippingRulesChange>(adminKeys.shippingRules, {
  undo: m.admin_shipping_undo,
  failed: m.admin_shipping_not_saved,
});

/** The rules of shipping; saved as a draft, or published. */
export default function ShippingForm({ rules: row, onClose }: { rules: AdminShippingRules; onClose: () => void }) {
  const content = useContentForm({ key: 'shipping-rules', row, valuesOf, calls });
  const { values, refused, stopped, set } = content;
  const { rules, faults } = readValues(values);
  const state: FieldState = {
    errorOf: (path) => refused[path] ?? (stopped ? issueText(faults[path]) : undefined),
    noteOf: () => undefined,
  };
  return (
    <ContentForm
      content={content}
      title={m.admin_shipping_title()}
      hint={<p className="text-ink-soft">{m.admin_shipping_hint()}</p>}
      hasSections
      onClose={onClose}
      fields={rules}
      faultIn={() => Object.keys(faults)[0]}
      onFault={showFault}
      factsOf={(current) => differences(current, rules)}
      preview={{ path: '/shop', item: 'shipping_rules:rules' }}
      thing={{ kind: 'shipping_rules', id: 'rules' }}
      reset={
        row.origin === 'custom' && {
          name: m.admin_shipping_reset(),
          title: m.admin_shipping_reset_title(),
          text: m.admin_shipping_reset_text(),
        }
      }
    >
      <RuleFields values={values} rules={rules} faults={faults} state={state} set={set} />
    </ContentForm>
  );
}
