import * as z from 'zod/mini';
import { facts } from '#brand/facts.ts';
import { emailField, stateFitsZip } from '#shared/core/contact-fields.ts';
import { isDay } from '#shared/core/days.ts';
import { lineText } from '#shared/core/fields.ts';
import { forEachLanguage } from '#shared/core/language.ts';
import { toHalfWidth } from '#shared/places/half-width.ts';
import { US_STATE_CODES } from '#shared/places/us-states.ts';
import { cleanZip } from '#shared/places/zip.ts';
import { SHOP_ZONES } from '#shared/shipping/shop-zone.ts';
import { changeFields, itemState } from './item.ts';
import { type Hours, type SpecialHours, WEEK } from './opening-hours.ts';
import { isWholeYear, shareADay } from './yearly-hours.ts';

const MAX_NAME = 100;
const MAX_URL = 200;

/** Linear time: no nested repetition of overlapping patterns. */
const PROFILE = /^https:\/\/[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,5}(\/[\w.~@%/+=&?-]*)?$/i;
const YEAR = /^(1[89]|20)\d\d$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Facts are filled into sentences, where a brace would start a placeholder. */
const word = (max: number) => lineText(max).check(z.refine((text) => !/[{}]/.test(text), 'text_unsafe'));
/** The shop's mailbox is used in links, so it must not contain characters with a meaning there. */
const mailbox = () => emailField.check(z.refine((text) => /^[\w.+-]+@/.test(text), 'invalid_email'));
const profile = () =>
  lineText(MAX_URL, { min: 0 }).check(z.refine((text) => text === '' || PROFILE.test(text), 'url_invalid'));
const year = () => lineText(4, { min: 0 }).check(z.refine((text) => text === '' || YEAR.test(text), 'year_invalid'));
const time = () => z.string('time_invalid').check(z.regex(TIME, 'time_invalid'));

/**
 * A phone number for `tel:`, `+13055550100`; without a country code it is a US number.
 *
 * @returns `null` when it cannot be dialled
 */
export function telOf(phone: string): string | null {
  const plain = toHalfWidth(phone)
    .replace(/\s/g, ' ')
    .replace(/[\u2010-\u2015]/g, '-');
  if (!/^\+?[\d ().-]+$/.test(plain)) return null;
  const digits = plain.replace(/\D/g, '');
  const isAmerican = !plain.startsWith('+') || digits.startsWith('1');
  if (!isAmerican) return digits.length >= 8 && digits.length <= 15 ? `+${digits}` : null;
  const [, local] = /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(digits) ?? [];
  return local === undefined ? null : `+1${local}`;
}

/** Enough for a year; more would be a calendar. */
export const MAX_SPECIAL_HOURS = 40;
export const MAX_SPECIAL_WORD = 60;

const openTimes = { opens: time(), closes: time() };
const closesAfter = <T extends { opens: string; closes: string }>() =>
  z.refine<T>(({ opens, closes }) => opens < closes, { path: ['closes'], error: 'closes_before' });
/** Each day has one rule: reports the later of two overlapping rows. */
const isApart = z.check<SpecialHours[]>(({ value, issues }) => {
  value.forEach((row, i) => {
    const isTaken = value.slice(0, i).some((other) => shareADay(other, row));
    if (isTaken) issues.push({ code: 'custom', message: 'days_taken', path: [i, 'from'], input: value });
  });
});
const day = () => z.string('day_invalid').check(z.refine(isDay, 'day_invalid'));
const specialHours = () =>
  z
    .array(
      z
        .object({
          from: day(),
          until: day(),
          hours: z.nullable(z.object(openTimes).check(closesAfter())),
          isYearly: z.optional(z.boolean('invalid')),
          word: z.object(forEachLanguage(() => word(MAX_SPECIAL_WORD))),
        })
        .check(
          z.refine(({ from, until }) => from <= until, { path: ['until'], error: 'end_before_start' }),
          z.refine((row) => !row.isYearly || !isWholeYear(row), { path: ['until'], error: 'year_too_long' }),
        ),
    )
    .check(z.maxLength(MAX_SPECIAL_HOURS, 'too_long'), isApart);
const postalAddress = () =>
  z
    .object({
      street: word(MAX_NAME),
      city: word(MAX_NAME),
      state: z.enum(US_STATE_CODES, 'state_unknown'),
      zipCode: z.pipe(
        z.pipe(lineText(20), z.transform(cleanZip)),
        z.string().check(z.regex(/^\d{5}(-\d{4})?$/, 'zip_invalid')),
      ),
    })
    .check(stateFitsZip());

const input = {
  legalName: word(MAX_NAME),
  founder: word(MAX_NAME),
  foundedIn: year(),
  city: word(MAX_NAME),
  email: mailbox(),
  wholesaleEmail: mailbox(),
  phone: word(40).check(z.refine((text) => telOf(text) !== null, 'phone_invalid')),
  address: postalAddress(),
  shipsFrom: z.nullable(postalAddress()),
  timeZone: z.string('invalid').check(z.refine((name) => SHOP_ZONES.includes(name), 'invalid')),
  hours: z
    .array(
      z
        .object({ days: z.array(z.enum(WEEK, 'invalid')).check(z.minLength(1, 'invalid')), ...openTimes })
        .check(closesAfter()),
    )
    .check(
      z.minLength(1, 'hours_required'),
      z.maxLength(WEEK.length, 'invalid'),
      z.refine((rows) => isEachOnce(rows.flatMap(({ days }) => days)), 'invalid'),
    ),
  specialHours: specialHours(),
  social: z.object({ instagram: profile(), tiktok: profile() }),
};

const isEachOnce = (values: readonly unknown[]) => new Set(values).size === values.length;

const factsSchema = z.object(input);

/**
 * Facts of the business that the owner changes. `foundedIn` is a year; if it is empty, no page mentions a year. `city`
 * is the city that people know, `address.city` the postal one. `hours` groups days with the same hours, times as
 * `09:00`. Links of `social` may be empty. `shipsFrom` is where parcels leave, if not at `address`. `timeZone` decides
 * when a day begins.
 */
export type ShopFacts = z.output<typeof factsSchema>;
export type PostalAddress = ShopFacts['address'];

/** The facts as pages and mails show them; `phoneHref` is for `tel:`. `shipsFrom` is private: only carriers get it. */
export type PublicFacts = Omit<ShopFacts, 'hours' | 'specialHours' | 'shipsFrom'> & {
  /** The shop's name, from its look. */
  name: string;
  hours: readonly Hours[];
  /** Special hours that are not over, by date; yearly ones with their next days. */
  specialHours?: readonly SpecialHours[];
  phoneHref: string;
};
/** The published facts, for the server. */
export type KnownFacts = PublicFacts & Pick<ShopFacts, 'shipsFrom'>;

/** The facts that a brand begins with. */
export const brandFacts: ShopFacts = {
  legalName: facts.legalName,
  founder: facts.founder,
  foundedIn: facts.foundedIn,
  city: facts.city,
  email: facts.email,
  wholesaleEmail: facts.wholesaleEmail,
  phone: facts.phone,
  address: {
    street: facts.address.street,
    city: facts.address.city,
    state: facts.address.state,
    zipCode: facts.address.zipCode,
  },
  shipsFrom: null,
  timeZone: facts.timeZone,
  hours: facts.hours.map(({ days, opens, closes }) => ({ days: [...days], opens, closes })),
  specialHours: [],
  social: { instagram: facts.social.instagram, tiktok: facts.social.tiktok },
};

/** What is wrong with the facts; empty when they are valid. */
export function faultsInFacts(given: unknown): { path: string; code: string }[] {
  const parsed = z.safeParse(factsSchema, given);
  return (parsed.error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), code: message }));
}

/**
 * PUT /api/admin/facts: saves all facts as a draft; `publish` publishes them as one revision. A stale `version` is a
 * 409 with the current facts as `current`. DELETE, with `?version=`, restores the brand's.
 */
export const factsChangeSchema = z.object({
  ...input,
  ...changeFields,
});
export type FactsChange = z.output<typeof factsChangeSchema>;

const text = z.string();
const knownAddress = z.object({ street: text, city: text, state: z.enum(US_STATE_CODES), zipCode: text });
const known = {
  legalName: text,
  founder: text,
  foundedIn: text,
  city: text,
  email: text,
  wholesaleEmail: text,
  phone: text,
  address: knownAddress,
  shipsFrom: z.nullable(knownAddress),
  timeZone: text,
  hours: z.array(z.object({ days: z.array(z.enum(WEEK)), opens: text, closes: text })),
  specialHours: z.array(
    z.object({
      from: text,
      until: text,
      hours: z.nullable(z.object({ opens: text, closes: text })),
      isYearly: z.optional(z.boolean()),
      word: z.object(forEachLanguage(() => text)),
    }),
  ),
  social: z.object({ instagram: text, tiktok: text }),
};
/**
 * The facts with their draft over the published ones; `changed` are the fields that differ, `published` the public
 * values.
 */
export const adminFactsSchema = z.object({
  ...known,
  published: z.object(known),
  ...itemState,
});
export type AdminFacts = z.output<typeof adminFactsSchema>;
