import { useState } from 'react';
import * as m from '#messages';
import type { AdminFacts, ShopFacts } from '#shared/content/shop-facts.ts';
import { SHOP_ZONES } from '#shared/shipping/shop-zone.ts';
import { SelectField } from '../../../../ui/form.tsx';
import { toast } from '../../../../ui/toast.ts';
import type { Snapshot } from '../../kit/drafts.ts';
import { fieldId, focusField } from '../../kit/form/field-state.ts';
import { issueText } from '../../kit/form/issue-text.ts';
import { FormSection } from '../../kit/form/section.tsx';
import { ContentForm, useContentForm } from '../content-form.tsx';
import { deleteFacts, putFacts, useSaveFacts } from './api.ts';
import { AddressFields, FactLine, HoursSection, ShipsFromSection, SocialSection } from './sections.tsx';
import { SpecialHoursRows } from './special-hours-rows.tsx';
import { type FactsValues, readValues, valuesOf } from './values.ts';
import { factsLabels, factsValueText, zoneText } from './words.ts';

const FIELDS = Object.keys(factsLabels) as (keyof ShopFacts)[];

const snapshotOf = (row: AdminFacts): Snapshot =>
  Object.fromEntries(FIELDS.map((field) => [field, JSON.stringify(row[field])]));

/** Phone, addresses, hours and the like; saved as a draft, or published. */
export default function FactsForm({ facts: row, onClose }: { facts: AdminFacts; onClose: () => void }) {
  const content = useContentForm({ key: 'facts', row, valuesOf, snapshotOf, change: useSaveFacts() });
  const { setValue } = content.form;
  const { values, refused } = content;
  const [showsErrors, setShowsErrors] = useState(false);
  const { facts, faults } = readValues(values);

  const errorOf = (path: string) => refused[path] ?? (showsErrors ? issueText(faults[path]) : undefined);
  const set = <F extends keyof FactsValues>(field: F, value: FactsValues[F]) =>
    setValue(field, value as never, { shouldDirty: true });
  const part = <F extends 'shipsFrom' | 'week' | 'social'>(field: F) => ({
    value: values[field],
    errorOf,
    onChange: (value: FactsValues[F]) => set(field, value),
  });
  const line = (field: 'legalName' | 'founder' | 'city' | 'email' | 'wholesaleEmail' | 'phone') => ({
    path: field,
    label: factsLabels[field](),
    value: values[field],
    errorOf,
    onChange: (text: string) => set(field, text),
  });

  function onSave(isPublished: boolean): void {
    const [first] = Object.keys(faults);
    setShowsErrors(first !== undefined);
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
        <p className="text-ink-soft">{m.admin_facts_hint()}</p>
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
          <FactLine {...line('phone')} type="tel" maxLength={40} hint={m.admin_facts_phone_hint()} />
          <div className="form-pair">
            <FactLine {...line('email')} type="email" maxLength={254} hint={m.admin_facts_email_hint()} />
            <FactLine {...line('wholesaleEmail')} type="email" maxLength={254} hint={m.admin_facts_wholesale_hint()} />
          </div>
        </FormSection>
        <FormSection title={factsLabels.address()} hint={m.admin_facts_address_hint()}>
          <AddressFields
            field="address"
            value={values.address}
            errorOf={errorOf}
            onChange={(change) => set('address', { ...values.address, ...change })}
          />
        </FormSection>
        <ShipsFromSection {...part('shipsFrom')} facts={facts} />
        <HoursSection {...part('week')} hours={facts.hours} />
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
        <SocialSection {...part('social')} />
        <FormSection title={m.admin_facts_names()}>
          <div className="form-pair">
            <FactLine {...line('legalName')} hint={m.admin_facts_legal_hint()} />
            <FactLine {...line('founder')} hint={m.admin_facts_founder_hint()} />
          </div>
          <FactLine {...line('city')} hint={m.admin_facts_city_hint()} />
        </FormSection>
      </ContentForm>
    </section>
  );
}
