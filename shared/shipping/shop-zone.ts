import { facts } from '#brand/facts.ts';
import { type Language, LOCALES } from '#shared/core/language.ts';

/** Time zones of the places where a shop can be. PostgreSQL, PGlite and browsers know them by these names. */
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
/** Those that the owner can choose from; the brand's own is always one. */
export const SHOP_ZONES: readonly string[] = [...new Set([...US_ZONES, facts.timeZone])];

let zone: string = facts.timeZone;

/**
 * The time zone whose midnights separate the shop's days, such as `America/New_York`: the brand's until that of the
 * published facts is known. A process runs one shop, and a document shows one.
 */
export const shopZone = (): string => zone;

/** From here on days are those of this zone. */
export function setShopZone(name: string): void {
  zone = name;
}

/** What people call a time zone: `Eastern Time`, `hora oriental`. */
export function zoneName(timeZone: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(LOCALES[language], { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
