import * as m from '#messages';
import { hoursText, type SpecialHours } from '#shared/content/opening-hours.ts';
import type { PostalAddress, ShopFacts } from '#shared/content/shop-facts.ts';
import { zoneName } from '#shared/shipping/shop-zone.ts';
import { getLanguage } from '../../../../lib/language.ts';
import { specialHoursText } from '../../../../lib/special-hours.ts';

type Field = keyof ShopFacts;

/** Labels of the facts, for their form and the lists of changes. */
export const factsLabels: Readonly<Record<Field, () => string>> = {
  phone: m.admin_facts_phone,
  email: m.admin_facts_email,
  wholesaleEmail: m.admin_facts_wholesale_email,
  address: m.admin_facts_address,
  shipsFrom: m.admin_facts_ships_from,
  hours: m.admin_facts_hours,
  specialHours: m.admin_facts_special,
  timeZone: m.admin_facts_time_zone,
  social: m.admin_facts_social,
  legalName: m.admin_facts_legal_name,
  founder: m.admin_facts_founder,
  foundedIn: m.admin_facts_founded,
  city: m.admin_facts_city,
};

const addressText = ({ street, city, state, zipCode }: PostalAddress) => `${street}, ${city}, ${state} ${zipCode}`;

function specialText(row: SpecialHours): string {
  const text = `${specialHoursText(row, getLanguage())} (${row.word[getLanguage()]})`;
  return row.isYearly ? m.admin_facts_special_each_year({ text }) : text;
}

const texts: { [F in Field]?: (value: ShopFacts[F]) => string } = {
  address: addressText,
  shipsFrom: (address) => (address ? addressText(address) : m.admin_facts_ships_from_same()),
  hours: (hours) => hoursText(hours, getLanguage()),
  specialHours: (rows) => rows.map(specialText).join('; ') || m.admin_value_none(),
  timeZone: zoneText,
  social: ({ instagram, tiktok }) => [instagram, tiktok].filter(Boolean).join(', ') || m.admin_value_none(),
};

/** A time zone with its place, because several share a common name: `Eastern Time (New York)`. */
export function zoneText(timeZone: string): string {
  return `${zoneName(timeZone, getLanguage())} (${timeZone.split('/').at(-1)?.replaceAll('_', ' ')})`;
}

/** A fact as text. */
export function factsValueText(field: string, value: unknown): string {
  const write = texts[field as Field];
  if (typeof value === 'string') return write ? write(value as never) : value || m.admin_value_none();
  return write && typeof value === 'object' && (value !== null || field === 'shipsFrom')
    ? write(value as never)
    : m.admin_value_none();
}
