import * as m from '#messages';
import type { ShopFacts } from '#shared/content/shop-facts.ts';
import { SHOP_ZONES } from '#shared/shipping/shop-zone.ts';
import { SelectField } from '../../../../ui/form.tsx';
import { type FieldState, fieldId } from '../../kit/form/field-state.ts';
import { FormSection } from '../../kit/form/section.tsx';
import { AddressFields, FactLine, HoursSection, ShipsFromSection, SocialSection } from './sections.tsx';
import { SpecialHoursRows } from './special-hours-rows.tsx';
import type { FactsValues } from './values.ts';
import { factsLabels, zoneText } from './words.ts';

export type SetFact = <F extends keyof FactsValues>(field: F, value: FactsValues[F]) => void;

type Props = {
  values: FactsValues;
  /** As typed. */
  facts: ShopFacts;
  errorOf: FieldState['errorOf'];
  set: SetFact;
};

/** All facts of the business, section by section. */
export function FactsFields({ values, facts, errorOf, set }: Props) {
  const part = <F extends 'shipsFrom' | 'week' | 'social'>(field: F) => ({
    value: values[field],
    errorOf,
    onChange: (value: FactsValues[F]) => set(field, value),
  });
  const line = (field: 'legalName' | 'founder' | 'foundedIn' | 'city' | 'email' | 'wholesaleEmail' | 'phone') => ({
    path: field,
    label: factsLabels[field](),
    value: values[field],
    errorOf,
    onChange: (text: string) => set(field, text),
  });
  return (
    <>
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
        <SpecialHoursRows rows={values.specialHours} errorOf={errorOf} onChange={(rows) => set('specialHours', rows)} />
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
        <div className="form-pair">
          <FactLine {...line('foundedIn')} inputMode="numeric" maxLength={4} hint={m.admin_facts_founded_hint()} />
          <FactLine {...line('city')} hint={m.admin_facts_city_hint()} />
        </div>
      </FormSection>
    </>
  );
}
