import { useState } from 'react';
import * as m from '#messages';
import type { AdminShippingRules, ShippingRules } from '#shared/shipping/rules.ts';
import { toast } from '../../../../ui/toast.ts';
import type { Snapshot } from '../../kit/drafts.ts';
import { type FieldState, fieldId, focusField } from '../../kit/form/field-state.ts';
import { issueText } from '../../kit/form/issue-text.ts';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { PanelHead } from '../panel-head.tsx';
import { deleteShippingRules, putShippingRules, useSaveShippingRules } from './api.ts';
import { RuleFields, type SetRule } from './fields.tsx';
import { readValues, type ShippingValues, valuesOf } from './values.ts';
import { shippingLabels, shippingValueText } from './words.ts';

type Field = keyof ShippingValues;
const FIELDS: readonly Field[] = ['free', 'flat', 'services', 'margin', 'calendar', 'heat'];

const snapshotOf = (row: AdminShippingRules): Snapshot =>
  Object.fromEntries(FIELDS.map((field) => [field, JSON.stringify(row[field])]));

/** The rules in which the stored version differs from what is typed, as they are stored. */
const differences = (current: AdminShippingRules, rules: ShippingRules): (readonly [string, string])[] =>
  FIELDS.filter((field) => JSON.stringify(current[field]) !== JSON.stringify(rules[field])).map((field) => [
    shippingLabels[field](),
    shippingValueText(field, current[field]),
  ]);

/** Brings a field with a fault into view, also out of a fold, which then stays open. */
function showFault(path: string): void {
  const fold = document.getElementById(fieldId(path))?.closest('details');
  if (fold) fold.open = true;
  focusField(path);
}

/** The rules of shipping; saved as a draft, or published. */
export default function ShippingForm({ rules: row, onClose }: { rules: AdminShippingRules; onClose: () => void }) {
  const content = useContentForm({
    key: 'shipping-rules',
    row,
    valuesOf,
    snapshotOf,
    change: useSaveShippingRules(),
  });
  const { values, refused } = content;
  const [showsErrors, setShowsErrors] = useState(false);
  const { rules, faults } = readValues(values);

  const state: FieldState = {
    errorOf: (path) => refused[path] ?? (showsErrors ? issueText(faults[path]) : undefined),
    noteOf: () => undefined,
  };
  const set: SetRule = (field, value) => content.form.setValue(field, value as never, { shouldDirty: true });

  function onSave(isPublished: boolean): void {
    const [first] = Object.keys(faults);
    setShowsErrors(first !== undefined);
    if (first !== undefined) {
      toast({ title: m.admin_shipping_faults(), variant: 'destructive' });
      showFault(first);
      return;
    }
    const publish = isPublished && { publish: true as const };
    content.save(isPublished, (version) => putShippingRules({ ...rules, version, ...publish }));
  }

  return (
    <section aria-labelledby="shipping-title" className="policy-form grid gap-4">
      <div className="panel">
        <PanelHead id="shipping-title" title={m.admin_shipping_title()} onClose={onClose} />
        <p className="text-ink-soft">{m.admin_shipping_hint()}</p>
      </div>
      <ContentForm<AdminShippingRules>
        content={content}
        labelledBy="shipping-title"
        onSave={onSave}
        factsOf={(current) => differences(current, rules)}
        preview={{ path: '/shop', item: 'shipping_rules:rules' }}
        reset={
          row.origin === 'custom'
            ? {
                name: m.admin_shipping_reset(),
                title: m.admin_shipping_reset_title(),
                text: m.admin_shipping_reset_text(),
                run: (onSettled) => content.reset(() => deleteShippingRules(row.version), onSettled),
              }
            : null
        }
      >
        <RuleFields values={values} rules={rules} faults={faults} state={state} set={set} />
      </ContentForm>
    </section>
  );
}
