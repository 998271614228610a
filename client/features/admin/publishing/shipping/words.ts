import * as m from '#messages';
import { LOCALES } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import type { HeatRule, ShippingRules } from '#shared/shipping/rules.ts';
import { freeOrdersText, poundsText, statesText } from '#shared/shipping/words.ts';
import { getLanguage } from '../../../../lib/language.ts';

type Field = keyof ShippingRules;

/** Labels of the rules, for their form and the lists of changes. */
export const shippingLabels: Readonly<Record<Field, () => string>> = {
  free: m.admin_shipping_free,
  flat: m.admin_shipping_flat,
  margin: m.admin_shipping_margin,
  services: m.admin_shipping_table,
  calendar: m.admin_shipping_calendar,
  heat: m.admin_shipping_heat,
};

/** Days of the week from 0, Sunday, in the reader's language. */
export const weekdayName = (day: number, style: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(LOCALES[getLanguage()], { weekday: style, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, 6, 5 + day)),
  );

/** Months from 1, January. */
export const monthName = (month: number, style: 'short' | 'long' = 'long'): string =>
  new Intl.DateTimeFormat(LOCALES[getLanguage()], { month: style, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, month - 1)),
  );

/** A heat rule in a line: months, states and effects. */
export function heatRuleText({ months, states, isEarlyWeek, isFast, isHeld }: HeatRule): string {
  const where = states.length > 0 ? states.join(', ') : m.admin_shipping_heat_everywhere();
  const what = isHeld
    ? [m.admin_shipping_heat_held()]
    : [isEarlyWeek && m.admin_shipping_heat_early(), isFast && m.admin_shipping_heat_fast()];
  return [months.map((month) => monthName(month, 'short')).join(', '), where, ...what].filter(Boolean).join(' · ');
}

const texts: { [F in Field]: (value: ShippingRules[F]) => string } = {
  free: (free) => {
    if (!free.isOn) return m.admin_shipping_off();
    const language = getLanguage();
    const [orders, where] = [freeOrdersText({ free }, language), statesText(free.states, language)];
    return m.admin_shipping_free_effect({ orders, where });
  },
  flat: ({ isOn, cents, upToOz }) => {
    if (!isOn) return m.admin_shipping_off();
    const price = formatPrice(cents, getLanguage());
    return upToOz === null ? price : m.admin_shipping_flat_up_to({ price, limit: poundsText(upToOz) });
  },
  margin: ({ percent, cents }) =>
    `${percent} % ${cents < 0 ? '−' : '+'} ${formatPrice(Math.abs(cents), getLanguage())}`,
  services: (services) =>
    services
      .filter(({ isOn }) => isOn)
      .map(({ carrier, service, byZone }) => {
        const cents = byZone.flatMap((row) => (row ? [row.baseCents + row.poundCents] : []));
        const [least, most] = [Math.min(...cents), Math.max(...cents)].map((each) => formatPrice(each, getLanguage()));
        return cents.length === 0 ? `${carrier} ${service}` : `${carrier} ${service} ${least}–${most}`;
      })
      .join(', '),
  calendar: ({ shipDays, cutOff, handlingDays, closedDays }) =>
    [
      shipDays.map((day) => weekdayName(day)).join(', '),
      m.admin_shipping_until({ time: cutOff }),
      m.admin_shipping_handling_of({ days: handlingDays }),
      m.admin_shipping_closed_of({ count: closedDays.length }),
    ].join(' · '),
  heat: (rules) => (rules.length === 0 ? m.admin_shipping_heat_none() : rules.map(heatRuleText).join('; ')),
};

/** A rule as text. */
export function shippingValueText(field: string, value: unknown): string {
  if (!Object.hasOwn(texts, field) || typeof value !== 'object' || value === null) return m.admin_value_none();
  return texts[field as Field](value as never);
}
