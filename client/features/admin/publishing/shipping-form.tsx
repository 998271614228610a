import { useState } from 'react';
import * as m from '#messages';
import { promisedDay } from '#shared/promised-day.ts';
import { promiseAt, shopCalendar } from '#shared/promises.ts';
import { type AdminShippingRules, MAX_CLOSED_DAYS, ZONES } from '#shared/shipping-rules.ts';
import { STATE_NAMES } from '#shared/state-names.ts';
import { US_STATE_CODES } from '#shared/us-states.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import { AdminIcon } from '../admin-icons.tsx';
import type { Snapshot } from '../drafts.ts';
import { ChoiceBox, Choices, FieldNote } from '../form/choices.tsx';
import { fieldId, focusField } from '../form/field-state.ts';
import { FormSection } from '../form/section.tsx';
import { issueText } from '../issue-text.ts';
import { ContentForm, useContentForm } from './content-form.tsx';
import { HeatRules } from './heat-rules.tsx';
import { deleteShippingRules, putShippingRules, useSaveShippingRules } from './shipping-api.ts';
import { readValues, type ShippingValues, valuesOf } from './shipping-values.ts';
import { shippingLabels, shippingValueText, weekdayName } from './shipping-words.ts';

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
  const language = useLanguage();
  const content = useContentForm({
    key: 'shipping-rules',
    row,
    valuesOf,
    snapshotOf,
    change: useSaveShippingRules(),
  });
  const { setValue } = content.form;
  const { values, refused } = content;
  const [isAsked, setAsked] = useState(false);
  const { rules, faults } = readValues(values);

  const errorOf = (path: string) => refused[path] ?? (isAsked ? issueText(faults[path]) : undefined);
  const state = { errorOf, noteOf: () => undefined };
  function change<F extends Field>(field: F, part: Partial<ShippingValues[F]>): void {
    setValue(field, { ...values[field], ...part } as never, { shouldDirty: true });
  }
  /** A field for a number, with what is wrong with it. */
  const number = (path: string, label: string, value: string, onChange: (text: string) => void, hint?: string) => (
    <TextField
      id={fieldId(path)}
      label={label}
      hint={hint}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      error={errorOf(path)}
      onChange={(event) => onChange(event.target.value)}
    />
  );

  function onSave(isPublished: boolean): void {
    const [first] = Object.keys(faults);
    setAsked(first !== undefined);
    if (first !== undefined) {
      toast({ title: m.admin_shipping_faults(), variant: 'destructive' });
      showFault(first);
      return;
    }
    const publish = isPublished && { publish: true as const };
    content.save(isPublished, (version) => putShippingRules({ ...rules, version, ...publish }));
  }

  const isSound = (field: Field) => !Object.keys(faults).some((path) => path.split('.')[0] === field);
  const { free, flat, margin, services, calendar, heat } = values;
  const stateOptions = US_STATE_CODES.map((id) => ({ id, label: STATE_NAMES[id][language] }));
  return (
    <section aria-labelledby="shipping-title" className="policy-form grid gap-4">
      <div className="panel">
        <button type="button" className="text-button justify-self-start" onClick={onClose}>
          {m.admin_policy_back()}
        </button>
        <h2 id="shipping-title">{m.admin_shipping_title()}</h2>
        <p className="text-cafecito-soft">{m.admin_shipping_hint()}</p>
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
        <FormSection title={shippingLabels.free()}>
          <ChoiceBox
            label={m.admin_shipping_free_on()}
            isChosen={free.isOn}
            onChange={(isOn) => change('free', { isOn })}
          />
          {free.isOn && (
            <>
              <div className="form-pair">
                {number(
                  'free.overCents',
                  m.admin_shipping_free_over(),
                  free.over,
                  (over) => change('free', { over }),
                  m.admin_shipping_free_over_hint(),
                )}
                {number(
                  'free.upToOz',
                  m.admin_shipping_up_to(),
                  free.upTo,
                  (upTo) => change('free', { upTo }),
                  m.admin_shipping_up_to_hint(),
                )}
              </div>
              <details className="fold">
                <summary>{m.admin_shipping_states_chosen({ count: free.states.length })}</summary>
                <Choices
                  path="free.states"
                  label={m.admin_shipping_states()}
                  options={stateOptions}
                  value={free.states}
                  onChange={(states) => change('free', { states })}
                  state={state}
                />
              </details>
            </>
          )}
          {isSound('free') && (
            <p role="status" className="rounded-field bg-rosa/60 px-4 py-3">
              {rules.free.isOn ? shippingValueText('free', rules.free) : m.admin_shipping_free_none()}
            </p>
          )}
        </FormSection>
        <FormSection title={shippingLabels.flat()} hint={m.admin_shipping_flat_hint()}>
          <ChoiceBox
            label={m.admin_shipping_flat_on()}
            isChosen={flat.isOn}
            onChange={(isOn) => change('flat', { isOn })}
          />
          {flat.isOn && (
            <div className="form-pair">
              {number('flat.cents', m.admin_shipping_flat_price(), flat.price, (price) => change('flat', { price }))}
              {number(
                'flat.upToOz',
                m.admin_shipping_up_to(),
                flat.upTo,
                (upTo) => change('flat', { upTo }),
                m.admin_shipping_up_to_hint(),
              )}
            </div>
          )}
        </FormSection>
        <FormSection title={shippingLabels.services()} hint={m.admin_shipping_table_hint()}>
          {errorOf('services') && <FieldNote error={errorOf('services')} />}
          {services.map((service, at) => {
            const set = (part: Partial<typeof service>) =>
              setValue(
                'services',
                services.map((each, i) => (i === at ? { ...each, ...part } : each)),
                { shouldDirty: true },
              );
            return (
              <details key={`${service.carrier} ${service.service}`} id={fieldId(`services.${at}`)} className="fold">
                <summary>
                  {service.carrier} {service.service}
                  {!service.isOn && ` · ${m.admin_shipping_off()}`}
                </summary>
                <ChoiceBox
                  label={m.admin_shipping_service_on()}
                  isChosen={service.isOn}
                  onChange={(isOn) => set({ isOn })}
                />
                {service.byZone.map((zone, i) => {
                  const path = `services.${at}.byZone.${i}`;
                  const setZone = (part: Partial<typeof zone>) =>
                    set({ byZone: service.byZone.map((each, j) => (j === i ? { ...each, ...part } : each)) });
                  return (
                    <fieldset key={ZONES[i]} className="zone-row">
                      <legend>
                        {i === ZONES.length - 1
                          ? m.admin_shipping_zone_far({ zone: ZONES[i] ?? 0 })
                          : m.admin_shipping_zone({ zone: ZONES[i] ?? 0 })}
                      </legend>
                      {number(`${path}.baseCents`, m.admin_shipping_base(), zone.base, (base) => setZone({ base }))}
                      {number(`${path}.poundCents`, m.admin_shipping_pound(), zone.pound, (pound) =>
                        setZone({ pound }),
                      )}
                      {number(`${path}.days`, m.admin_shipping_days(), zone.days, (days) => setZone({ days }))}
                    </fieldset>
                  );
                })}
              </details>
            );
          })}
        </FormSection>
        <FormSection title={shippingLabels.margin()} hint={m.admin_shipping_margin_hint()}>
          <div className="form-pair">
            {number('margin.percent', m.admin_shipping_percent(), margin.percent, (percent) =>
              change('margin', { percent }),
            )}
            {number('margin.cents', m.admin_shipping_dollars(), margin.dollars, (dollars) =>
              change('margin', { dollars }),
            )}
          </div>
        </FormSection>
        <FormSection title={shippingLabels.calendar()} hint={m.admin_shipping_calendar_hint()}>
          <Choices
            path="calendar.shipDays"
            label={m.admin_shipping_ship_days()}
            options={[1, 2, 3, 4, 5, 6, 0].map((day) => ({ id: String(day), label: weekdayName(day, 'long') }))}
            value={calendar.shipDays.map(String)}
            onChange={(days) => change('calendar', { shipDays: days.map(Number) })}
            state={state}
          />
          <div className="form-pair">
            <TextField
              id={fieldId('calendar.cutOff')}
              type="time"
              label={m.admin_shipping_cut_off()}
              hint={m.admin_shipping_cut_off_hint()}
              value={calendar.cutOff}
              error={errorOf('calendar.cutOff')}
              onChange={(event) => change('calendar', { cutOff: event.target.value })}
            />
            {number(
              'calendar.handlingDays',
              m.admin_shipping_handling(),
              calendar.handlingDays,
              (handlingDays) => change('calendar', { handlingDays }),
              m.admin_shipping_handling_hint(),
            )}
          </div>
          <fieldset id={fieldId('calendar.closedDays')} className="grid gap-3">
            <legend className="mb-1 font-semibold">{m.admin_shipping_closed()}</legend>
            {calendar.closedDays.map((closed, i) => {
              const set = (part: Partial<typeof closed>) =>
                change('calendar', {
                  closedDays: calendar.closedDays.map((each, j) => (j === i ? { ...each, ...part } : each)),
                });
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a place are controlled, and hold no state
                <div key={i} className="closed-day">
                  <TextField
                    id={fieldId(`calendar.closedDays.${i}`)}
                    type="date"
                    label={m.admin_shipping_closed_day({ number: i + 1 })}
                    value={closed.day}
                    error={errorOf(`calendar.closedDays.${i}`)}
                    onChange={(event) => set({ day: event.target.value })}
                  />
                  <ChoiceBox
                    label={m.admin_shipping_yearly()}
                    isChosen={closed.isYearly}
                    onChange={(isYearly) => set({ isYearly })}
                  />
                  <button
                    type="button"
                    className="icon-button is-danger"
                    data-tooltip
                    aria-label={m.admin_rows_remove({ name: m.admin_shipping_closed_day({ number: i + 1 }) })}
                    onClick={() => change('calendar', { closedDays: calendar.closedDays.filter((_, j) => j !== i) })}
                  >
                    <AdminIcon name="trash" />
                  </button>
                </div>
              );
            })}
            {calendar.closedDays.length < MAX_CLOSED_DAYS && (
              <Button
                size="small"
                variant="quiet"
                className="justify-self-start"
                onClick={() =>
                  change('calendar', { closedDays: [...calendar.closedDays, { day: '', isYearly: false }] })
                }
              >
                {m.admin_shipping_closed_add()}
              </Button>
            )}
          </fieldset>
          {isSound('calendar') && (
            <p role="status" className="rounded-field bg-rosa/60 px-4 py-3">
              {m.admin_shipping_example({
                days: EXAMPLE_DAYS,
                ship: promisedDay(promiseAt(new Date(), EXAMPLE_DAYS, shopCalendar(rules)).shipBy, language),
                arrive: promisedDay(promiseAt(new Date(), EXAMPLE_DAYS, shopCalendar(rules)).arriveBy, language),
              })}
            </p>
          )}
        </FormSection>
        <FormSection title={shippingLabels.heat()} hint={m.admin_shipping_heat_hint()}>
          <HeatRules rules={heat} state={state} onChange={(rules) => setValue('heat', rules, { shouldDirty: true })} />
        </FormSection>
      </ContentForm>
    </section>
  );
}
