import { facts } from '#brand/facts.ts';
import { type Language, LOCALES } from '#shared/core/language.ts';

/** US time zones, by names that PostgreSQL, PGlite and browsers know. */
const US_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
];
/** The zones that the owner can choose from, always including the brand's own. */
export const SHOP_ZONES: readonly string[] = [...new Set([...US_ZONES, facts.timeZone])];

let zone: string = facts.timeZone;

/**
 * The time zone of the shop's days, such as `America/New_York`: the brand's until the published facts are loaded.
 * Global state is safe: a process runs one shop, and a document shows one.
 */
export const shopZone = (): string => zone;

/** Sets the time zone of the shop's days. */
export function setShopZone(name: string): void {
  zone = name;
}

/** The common name of a time zone: `Eastern Time`, `hora oriental`. */
export function zoneName(timeZone: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(LOCALES[language], { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
