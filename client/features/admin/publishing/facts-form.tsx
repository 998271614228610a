import { useState } from 'react';
import * as m from '#messages';
import { hoursText } from '#shared/opening-hours.ts';
import { type AdminFacts, brandFacts, isBeyondTable, type ShopFacts } from '#shared/shop-facts.ts';
import { SHOP_ZONES } from '#shared/shop-zone.ts';
import { STATE_NAMES } from '#shared/state-names.ts';
import { US_STATE_CODES } from '#shared/us-states.ts';
import { useLanguage } from '../../../lib/language.ts';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Snapshot } from '../drafts.ts';
import { ChoiceBox, FieldNote } from '../form/choices.tsx';
import { fieldId, focusField } from '../form/field-state.ts';
import { FormSection } from '../form/section.tsx';
import { issueText } from '../issue-text.ts';
import { ContentForm, useContentForm } from './content-form.tsx';
import { deleteFacts, putFacts, useSaveFacts } from './facts-api.ts';
import { type FactsValues, type OpenDay, readValues, valuesOf } from './facts-values.ts';
import { factsLabels, factsValueText, zoneText } from './facts-words.ts';
import { weekdayName } from './shipping-words.ts';
import { SpecialHoursRows } from './special-hours-rows.tsx';

const FIELDS = Object.keys(factsLabels) as (keyof ShopFacts)[];
const SUNDAY = 7;

const snapshotOf = (row: AdminFacts): Snapshot =>
  Object.fromEntries(FIELDS.map((field) => [field, JSON.stringify(row[field])]));

/** Phone, addresses, hours and the like; saved as a draft, or published. */
export default function FactsForm({ facts: row, onClose }: { facts: AdminFacts; onClose: () => void }) {
  const language = useLanguage();
  const content = useContentForm({ key: 'facts', row, valuesOf, snapshotOf, change: useSaveFacts() });
  const { setValue } = content.form;
  const { values, refused } = content;
  const [isAsked, setAsked] = useState(false);
  const { facts, faults } = readValues(values);

  const errorOf = (path: string) => refused[path] ?? (isAsked ? issueText(faults[path]) : undefined);
  const set = <F extends keyof FactsValues>(field: F, value: FactsValues[F]) =>
    setValue(field, value as never, { shouldDirty: true });
  type Line = { path: string; label: string; value: string; onChange: (text: string) => void };
  const line = ({ path, label, value, onChange }: Line, more: Partial<Parameters<typeof TextField>[0]> = {}) => (
    <TextField
      id={fieldId(path)}
      label={label}
      value={value}
      autoComplete="off"
      maxLength={100}
      error={errorOf(path)}
      onChange={(event) => onChange(event.target.value)}
      {...more}
    />
  );
  const own = (field: 'legalName' | 'founder' | 'city' | 'email' | 'wholesaleEmail' | 'phone') => ({
    path: field,
    label: factsLabels[field](),
    value: values[field],
    onChange: (text: string) => set(field, text),
  });
  const { social, week } = values;
  const addressFields = (field: 'address' | 'shipsFrom') => {
    const address = values[field];
    const change = (part: Partial<typeof address>) => set(field, { ...address, ...part });
    return (
      <>
        {line({
          path: `${field}.street`,
          label: m.admin_facts_street(),
          value: address.street,
          onChange: (street) => change({ street }),
        })}
        <div className="address-line">
          {line(
            {
              path: `${field}.city`,
              label: m.admin_facts_town(),
              value: address.city,
              onChange: (city) => change({ city }),
            },
            { fieldClass: 'is-town' },
          )}
          <SelectField
            id={fieldId(`${field}.state`)}
            label={m.admin_facts_state()}
            value={address.state}
            error={errorOf(`${field}.state`)}
            options={US_STATE_CODES.map((value) => ({ value, label: STATE_NAMES[value][language] }))}
            onChange={(event) => change({ state: event.target.value as typeof address.state })}
          />
          {line(
            {
              path: `${field}.zipCode`,
              label: m.admin_facts_zip(),
              value: address.zipCode,
              onChange: (zipCode) => change({ zipCode }),
            },
            { inputMode: 'numeric', maxLength: 10 },
          )}
        </div>
      </>
    );
  };
  const setDay = (at: number, part: Partial<OpenDay>) =>
    set(
      'week',
      week.map((each, i) => (i === at ? { ...each, ...part } : each)),
    );

  function onSave(isPublished: boolean): void {
    const [first] = Object.keys(faults);
    setAsked(first !== undefined);
    if (first !== undefined) {
      toast({ title: m.admin_shipping_faults(), variant: 'destructive' });
      focusField(first);
      return;
    }
    content.save(isPublished, (version) => putFacts({ ...facts, version, ...(isPublished && { publish: true }) }));
  }

  return (
    <section aria-labelledby="facts-title" className="policy-form grid gap-4">
      <div className="panel">
        <button type="button" className="text-button justify-self-start" onClick={onClose}>
          {m.admin_policy_back()}
        </button>
        <h2 id="facts-title">{m.admin_facts_title()}</h2>
        <p className="text-cafecito-soft">{m.admin_facts_hint()}</p>
      </div>
      <ContentForm<AdminFacts>
        content={content}
        labelledBy="facts-title"
        onSave={onSave}
        factsOf={(current) =>
          FIELDS.filter((field) => factsValueText(field, current[field]) !== factsValueText(field, facts[field])).map(
            (field) => [factsLabels[field](), factsValueText(field, current[field])] as const,
          )
        }
        preview={{ path: '/contact', item: 'facts:facts' }}
        reset={
          row.origin === 'custom'
            ? {
                name: m.admin_facts_reset(),
                title: m.admin_facts_reset_title(),
                text: m.admin_facts_reset_text(),
                run: (onSettled) => content.reset(() => deleteFacts(row.version), onSettled),
              }
            : null
        }
      >
        <FormSection title={m.admin_facts_contact()}>
          {line(own('phone'), { type: 'tel', maxLength: 40, hint: m.admin_facts_phone_hint() })}
          <div className="form-pair">
            {line(own('email'), { type: 'email', maxLength: 254, hint: m.admin_facts_email_hint() })}
            {line(own('wholesaleEmail'), { type: 'email', maxLength: 254, hint: m.admin_facts_wholesale_hint() })}
          </div>
        </FormSection>
        <FormSection title={factsLabels.address()} hint={m.admin_facts_address_hint()}>
          {addressFields('address')}
        </FormSection>
        <FormSection title={factsLabels.shipsFrom()} hint={m.admin_facts_ships_from_hint()}>
          <ChoiceBox
            label={m.admin_facts_ships_from_own()}
            isChosen={values.shipsFrom.isOwn}
            onChange={(isOwn) => set('shipsFrom', { ...values.shipsFrom, isOwn })}
          />
          {values.shipsFrom.isOwn && addressFields('shipsFrom')}
          {isBeyondTable(facts.shipsFrom ?? facts.address) && (
            <p role="status" className="rounded-field bg-rosa/60 px-4 py-3">
              {m.admin_facts_zones({
                place: `${brandFacts.address.city}, ${brandFacts.address.state} ${brandFacts.address.zipCode}`,
              })}
            </p>
          )}
        </FormSection>
        <FormSection title={factsLabels.hours()} hint={m.admin_facts_hours_hint()}>
          <div id={fieldId('week')} className="grid gap-1">
            {week.map((day, at) => {
              const name = weekdayName((at + 1) % SUNDAY, 'long');
              return (
                <div key={name} className="open-day" data-open={day.isOpen}>
                  <ChoiceBox label={name} isChosen={day.isOpen} onChange={(isOpen) => setDay(at, { isOpen })} />
                  {day.isOpen ? (
                    (['opens', 'closes'] as const).map((end) => (
                      <TextField
                        key={end}
                        id={fieldId(`week.${at}.${end}`)}
                        type="time"
                        label={
                          <span className="sr-only">
                            {end === 'opens' ? m.admin_facts_opens({ day: name }) : m.admin_facts_closes({ day: name })}
                          </span>
                        }
                        value={day[end]}
                        error={errorOf(`week.${at}.${end}`)}
                        onChange={(event) => setDay(at, { [end]: event.target.value })}
                      />
                    ))
                  ) : (
                    <p className="text-cafecito-soft">{m.admin_facts_closed()}</p>
                  )}
                </div>
              );
            })}
            {errorOf('week') && <FieldNote error={errorOf('week')} />}
          </div>
          {facts.hours.length > 0 && (
            <p role="status" className="rounded-field bg-rosa/60 px-4 py-3">
              {hoursText(facts.hours, language)}
            </p>
          )}
        </FormSection>
        <FormSection title={factsLabels.specialHours()} hint={m.admin_facts_special_hint()}>
          <SpecialHoursRows
            rows={values.specialHours}
            errorOf={errorOf}
            onChange={(rows) => set('specialHours', rows)}
          />
        </FormSection>
        <FormSection title={factsLabels.timeZone()} hint={m.admin_facts_time_zone_hint()}>
          <SelectField
            id={fieldId('timeZone')}
            label={factsLabels.timeZone()}
            value={values.timeZone}
            error={errorOf('timeZone')}
            options={SHOP_ZONES.map((value) => ({ value, label: zoneText(value) }))}
            onChange={(event) => set('timeZone', event.target.value)}
          />
        </FormSection>
        <FormSection title={factsLabels.social()} hint={m.admin_facts_social_hint()}>
          <div className="form-pair">
            {line(
              {
                path: 'social.instagram',
                label: 'Instagram',
                value: social.instagram,
                onChange: (instagram) => set('social', { ...social, instagram }),
              },
              { type: 'url', maxLength: 200, isOptional: true, placeholder: brandFacts.social.instagram },
            )}
            {line(
              {
                path: 'social.tiktok',
                label: 'TikTok',
                value: social.tiktok,
                onChange: (tiktok) => set('social', { ...social, tiktok }),
              },
              { type: 'url', maxLength: 200, isOptional: true, placeholder: brandFacts.social.tiktok },
            )}
          </div>
        </FormSection>
        <FormSection title={m.admin_facts_names()}>
          <div className="form-pair">
            {line(own('legalName'), { hint: m.admin_facts_legal_hint() })}
            {line(own('founder'), { hint: m.admin_facts_founder_hint() })}
          </div>
          {line(own('city'), { hint: m.admin_facts_city_hint() })}
        </FormSection>
      </ContentForm>
    </section>
  );
}
