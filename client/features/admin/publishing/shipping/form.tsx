import { useState } from 'react';
import * as m from '#messages';
import { formatPrice } from '#shared/core/money.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { promiseAt, shopCalendar } from '#shared/shipping/promises.ts';
import type { AdminShippingRules, ShippingRules } from '#shared/shipping/rules.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { toast } from '../../../../ui/toast.ts';
import type { Snapshot } from '../../kit/drafts.ts';
import { type FieldState, fieldId, focusField } from '../../kit/form/field-state.ts';
import { issueText } from '../../kit/form/issue-text.ts';
import { dollarsText } from '../../kit/form/numbers.ts';
import { FormSection } from '../../kit/form/section.tsx';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { deleteShippingRules, putShippingRules, useSaveShippingRules } from './api.ts';
import { HeatRules } from './heat-rules.tsx';
import { CalendarSection, FlatSection, FreeSection, MarginSection, Outcome, ServicesSection } from './sections.tsx';
import { readValues, type ShippingValues, valuesOf } from './values.ts';
import { shippingLabels, shippingValueText } from './words.ts';

type Field = keyof ShippingValues;
const FIELDS: readonly Field[] = ['free', 'flat', 'services', 'margin', 'calendar', 'heat'];
/** The example is of a service of so many days. */
const EXAMPLE_DAYS = 2;

const snapshotOf = (row: AdminShippingRules): Snapshot =>
  Object.fromEntries(FIELDS.map((field) => [field, JSON.stringify(row[field])]));

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
  const { setValue } = content.form;
  const { values, refused } = content;
  const [showsErrors, setShowsErrors] = useState(false);
  const { rules, faults } = readValues(values);

  const state: FieldState = {
    errorOf: (path) => refused[path] ?? (showsErrors ? issueText(faults[path]) : undefined),
    noteOf: () => undefined,
  };
  const part = <F extends Field>(field: F) => ({
    value: values[field],
    state,
    onChange: (value: ShippingValues[F]) => setValue(field, value as never, { shouldDirty: true }),
  });

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

  const isSound = (field: Field) => !Object.keys(faults).some((path) => path.split('.')[0] === field);
  return (
    <section aria-labelledby="shipping-title" className="policy-form grid gap-4">
      <div className="panel">
        <button type="button" className="text-button justify-self-start" onClick={onClose}>
          {m.admin_policy_back()}
        </button>
        <h2 id="shipping-title">{m.admin_shipping_title()}</h2>
        <p className="text-ink-soft">{m.admin_shipping_hint()}</p>
      </div>
      <ContentForm<AdminShippingRules>
        content={content}
        labelledBy="shipping-title"
        onSave={onSave}
        factsOf={(current) =>
          FIELDS.filter((field) => JSON.stringify(current[field]) !== JSON.stringify(rules[field])).map(
            (field) => [shippingLabels[field](), shippingValueText(field, current[field])] as const,
          )
        }
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
        <FreeSection {...part('free')}>
          {isSound('free') && (
            <Outcome>
              {rules.free.isOn ? shippingValueText('free', rules.free) : m.admin_shipping_free_none()}
              {rules.free.isOn && rules.free.overCents > 0 && <ExactSum cents={rules.free.overCents} />}
            </Outcome>
          )}
        </FreeSection>
        <FlatSection {...part('flat')} />
        <ServicesSection {...part('services')} />
        <MarginSection {...part('margin')} />
        <CalendarSection {...part('calendar')}>{isSound('calendar') && <Example rules={rules} />}</CalendarSection>
        <FormSection title={shippingLabels.heat()} hint={m.admin_shipping_heat_hint()}>
          <HeatRules rules={values.heat} state={state} onChange={part('heat').onChange} />
        </FormSection>
      </ContentForm>
    </section>
  );
}

/** What happens at exactly the sum, which is not above itself. */
function ExactSum({ cents }: { cents: number }) {
  const language = useLanguage();
  const [sum, from] = [formatPrice(cents, language), formatPrice(cents + 1, language)];
  return (
    <span className="mt-1 block text-sm">
      {m.admin_shipping_free_exactly({ sum, from, less: dollarsText(cents - 1) })}
    </span>
  );
}

/** What the calendar says of an order that came now. */
function Example({ rules }: { rules: ShippingRules }) {
  const language = useLanguage();
  const { shipBy, arriveBy } = promiseAt(new Date(), EXAMPLE_DAYS, shopCalendar(rules));
  return (
    <Outcome>
      {m.admin_shipping_example({
        days: EXAMPLE_DAYS,
        ship: promisedDay(shipBy, language),
        arrive: promisedDay(arriveBy, language),
      })}
    </Outcome>
  );
}
