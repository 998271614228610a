import { STATE_NAMES } from '#brand/state-names.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { type Language, LOCALES } from '#shared/core/language.ts';
import type { UsState } from '#shared/places/us-states.ts';
import { stateOfZip } from '#shared/places/zip-states.ts';
import { type HeatVerdict, heatAt } from '#shared/shipping/heat.ts';
import { type Promised, shopCalendar } from '#shared/shipping/promises.ts';
import type { Rate } from './rate-source.ts';

/** Boxes in transit to an address, ordered or leaving at `moment`. */
type HotParcel = {
  lines: readonly { id: string; name: string }[];
  address: { zipCode: string };
  moment: Date;
};
type HeatDeps = Pick<BaseDeps, 'shippingRules'>;

/** The effect of the heat rules on these boxes with a service of `days` transit days. */
export function heatOf({ shippingRules }: HeatDeps, { lines, address, moment }: HotParcel, days: number): HeatVerdict {
  const rules = shippingRules();
  const parcel = { productIds: lines.map(({ id }) => id), state: stateOfZip(address.zipCode), transitDays: days };
  return heatAt(moment, parcel, { calendar: shopCalendar(rules), heat: rules.heat });
}

/** Why rates were left out; `null` if the heat rules have no effect. */
export type HeatNote = { isFast: boolean; isEarlyWeek: boolean } | null;

/**
 * The rates on offer, with their days. If free shipping is too slow, it uses the cheapest faster service, because
 * shoppers were promised free shipping.
 *
 * @param rates cheapest first
 * @throws AppError `heat_hold` · `heat_closed` · `heat_service` none is left
 */
export function allowRates(
  deps: HeatDeps,
  rates: readonly Rate[],
  parcel: HotParcel,
  language: Language,
): { rates: (Rate & Promised)[]; heat: HeatNote } {
  const judged = rates.map((rate) => ({ rate, found: heatOf(deps, parcel, rate.estimatedDays) }));
  const allowed = judged.flatMap(({ rate, found }) => (found.verdict === 'ok' ? [{ ...rate, ...found }] : []));
  const paid = allowed.find(({ amountCents }) => amountCents > 0);
  const [first] = judged;
  if (!first) return { rates: [], heat: null };
  if (allowed.length === 0) throw refusalOf(judged[judged.length - 1]?.found ?? first.found, parcel, language);
  const isFreeLost = first.rate.amountCents === 0 && first.found.verdict !== 'ok';
  const free = isFreeLost && paid ? [{ ...paid, service: first.rate.service, amountCents: 0 }] : [];
  const offered = [...free, ...allowed];
  return {
    rates: offered.map(({ service, carrier, amountCents, estimatedDays, promised }) => {
      return { service, carrier, amountCents, estimatedDays, ...promised };
    }),
    heat: noteOf(offered, allowed.length < judged.length),
  };
}

function noteOf(offered: readonly { isFast: boolean; isEarlyWeek: boolean }[], isFast: boolean): HeatNote {
  const isEarlyWeek = offered.some((each) => each.isEarlyWeek);
  return isFast || isEarlyWeek ? { isFast, isEarlyWeek } : null;
}

/**
 * @throws AppError `heat_hold` · `heat_closed` · `heat_service` when the heat rules forbid these boxes a service of
 * this many days
 */
export function requireCool(deps: HeatDeps, parcel: HotParcel, days: number, language: Language): void {
  const found = heatOf(deps, parcel, days);
  if (found.verdict !== 'ok') throw refusalOf(found, parcel, language);
}

/** @throws the same, but only when no service may take them */
export function requireNoHold(deps: HeatDeps, parcel: HotParcel, days: number, language: Language): void {
  const found = heatOf(deps, parcel, days);
  if (found.verdict === 'held') throw refusalOf(found, parcel, language);
}

function refusalOf(found: HeatVerdict, { lines, address }: HotParcel, language: Language): AppError {
  const code = stateOfZip(address.zipCode);
  const state = code ? STATE_NAMES[code as UsState][language] : address.zipCode;
  if (found.verdict !== 'held') return new AppError('heat_service', { values: { state } });
  const names = lines.filter(({ id }) => found.productIds.includes(id)).map(({ name }) => name);
  const products = new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(names);
  if (found.again === null) return new AppError('heat_closed', { values: { products, state } });
  const values = { products, state, month: monthName(found.month, language), again: monthName(found.again, language) };
  return new AppError('heat_hold', { values });
}

const monthName = (month: number, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { month: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, month - 1)),
  );
