import * as z from 'zod';
import { forEachLanguage, LANGUAGES, type Language } from '#shared/core/language.ts';
import { contrast } from '#shared/look/contrast.ts';
import { US_STATE_CODES } from '#shared/places/us-states.ts';
import { type Say, wordsIn } from './words.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const ALLERGENS = ['milk', 'egg', 'fish', 'shellfish', 'treeNuts', 'wheat', 'peanut', 'soy', 'sesame'] as const;

/** Building blocks of the input's schema, with errors in this language. */
function partsIn(language: Language) {
  const say = wordsIn(language);
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const nameOf = (each: Language) => names.of(each) ?? each;
  const text = (what: string, max = 200) =>
    z.string(say('missing', { what })).trim().min(1, say('empty', { what })).max(max, say('long', { what, max }));
  const both = (what: string, max = 200) =>
    z.object(
      forEachLanguage((each) => text(say('what_in', { what, language: `${nameOf(each)} (${each})` }), max)),
      say('both', {
        what,
        languages: LANGUAGES.map(nameOf).join(say('and')),
        shape: LANGUAGES.map((each) => `"${each}": "…"`).join(', '),
      }),
    );
  const missing = (what: string) => say('missing', { what });
  return {
    say,
    text,
    both,
    missing,
    colour: (what: string) => z.string(missing(what)).regex(/^#[0-9a-f]{6}$/i, say('bad_colour', { what })),
    yesOrNo: z.boolean(say('bad_yes_or_no')).default(true),
    email: (what: string) => z.email(say('bad_email', { what })),
    ounces: (what: string) => z.number(say('ounces', { what })).positive(say('above', { what })),
    whole: (what: string) => z.int(say('whole', { what })),
  };
}
type Parts = ReturnType<typeof partsIn>;

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const hoursIn = ({ say }: Parts) =>
  z.object({
    days: z.array(z.enum(DAYS, say('bad_day', { list: DAYS.join(', ') }))).min(1, say('no_days')),
    opens: z.string(say('bad_opens')).regex(TIME, say('bad_opens')),
    closes: z.string(say('bad_closes')).regex(TIME, say('bad_closes')),
  });

const productIn = ({ say, text, both, ounces, whole }: Parts) =>
  z.object({
    id: z.string(say('no_id')).regex(/^[a-z0-9]{2,30}$/, say('bad_id')),
    name: both(say('what_product_name'), 80),
    description: both(say('what_description'), 400),
    /** On the label: `12 oz`. */
    size: text(say('what_size'), 40),
    price: z
      .number(say('bad_price'))
      .positive(say('price_above'))
      .max(10_000, say('price_at_most'))
      .refine((dollars) => Number.isInteger(Math.round(dollars * 1e6) / 1e4), say('price_decimals')),
    pieces: whole('pieces').min(1, say('pieces_least')).default(1),
    pieceOz: ounces('pieceOz'),
    /** Weight of the packed box, for shipping rates. */
    weightOz: ounces('weightOz').max(2400, say('at_most', { what: 'weightOz', most: 2400 })),
    parcelInches: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()], say('bad_parcel')),
    shelfLifeDays: whole('shelfLifeDays').min(1, say('above', { what: 'shelfLifeDays' })),
    allergens: z
      .array(z.enum(ALLERGENS, say('bad_allergen', { list: ALLERGENS.join(', ') })), say('bad_allergens'))
      .default([]),
    gtin: z
      .string()
      .regex(/^(\d{8}|\d{12}|\d{13})$/, say('bad_gtin'))
      .optional(),
  });

/**
 * The input from which a new brand is made. Amounts in US dollars, weights in ounces, sizes in inches.
 *
 * @param language of the errors
 */
export function answersSchemaIn(language: Language) {
  const parts = partsIn(language);
  const { say, text, both, missing, colour, yesOrNo, email } = parts;
  const languages = LANGUAGES.join(say('or'));
  return z
    .object({
      name: text(say('what_name'), 40),
      legalName: text(say('what_legal_name'), 80),
      founder: text(say('what_founder'), 60),
      /** The product in one word that follows "our". */
      product: both(say('what_product'), 30),
      email: email('email'),
      wholesaleEmail: email('wholesaleEmail').optional(),
      phone: z.string(missing(say('what_phone'))).regex(/^\+1 \d{3}-\d{3}-\d{4}$/, say('bad_phone')),
      address: z.object(
        {
          street: text(say('what_street')),
          city: text(say('what_city'), 60),
          state: z.enum(US_STATE_CODES, say('bad_state')),
          zipCode: z.string(missing('address.zipCode')).regex(/^\d{5}$/, say('bad_zip')),
        },
        missing(say('what_address')),
      ),
      /** The city by which people know the shop; by default the city of the address. */
      city: text('city', 60).optional(),
      timeZone: z.string(missing(say('what_time_zone'))).refine(isTimeZone, say('bad_time_zone')),
      hours: z.array(hoursIn(parts), say('no_hours')).min(1, say('no_hours')),
      handle: z.string(missing(say('what_handle'))).regex(/^@[\w.]{2,30}$/, say('bad_handle')),
      firstLanguage: z.enum(LANGUAGES, say('bad_first_language', { languages })).default(LANGUAGES[0]),
      colours: z.object(
        {
          main: colour('colours.main'),
          second: colour('colours.second'),
          accent: colour('colours.accent'),
          ground: colour('colours.ground'),
          ink: colour('colours.ink'),
        },
        say('no_colours'),
      ),
      freeShipping: z.object(
        {
          over: z
            .number(say('bad_over'))
            .min(0, say('bad_over'))
            .max(100_000, say('at_most', { what: 'freeShipping.over', most: 100_000 })),
          states: z
            .array(z.enum(US_STATE_CODES, say('bad_free_state')), say('no_free_states'))
            .min(1, say('no_free_states')),
          region: both(say('what_region'), 40),
        },
        missing('freeShipping'),
      ),
      sections: z.object({ wholesale: yesOrNo, stores: yesOrNo }, say('bad_sections')).prefault({}),
      products: z.array(productIn(parts), say('no_products')).min(1, say('one_product')).max(24, say('many_products')),
      ingredients: z
        .array(
          z.object({ name: both(say('what_ingredient'), 80), of: both(say('what_made_of'), 600) }),
          say('no_ingredients'),
        )
        .min(1, say('no_ingredients')),
      comingSoon: z
        .array(z.object({ name: both(say('what_coming'), 60), text: both(say('what_coming_text'), 300) }))
        .max(4, say('four_coming'))
        .default([]),
    })
    .check((ctx) => refuseTogether(ctx, say));
}
export type Answers = z.infer<ReturnType<typeof answersSchemaIn>>;

/** Errors that involve several fields. */
function refuseTogether(
  ctx: z.core.ParsePayload<{ colours: Record<string, string>; products: { id: string }[] }>,
  say: Say,
): void {
  const { colours, products } = ctx.value;
  const refuse = (path: string, message: string) =>
    ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value });
  // Text in these colours appears on the background colour, and white text on them (WCAG 2.1, 1.4.3).
  for (const name of ['main', 'second', 'ink'] as const) {
    const ratio = contrast(colours[name] ?? '', colours.ground ?? '');
    if (ratio < 4.5) refuse('colours', say('contrast', { name, ratio: ratio.toFixed(1) }));
  }
  const ids = products.map(({ id }) => id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice) refuse('products', say('same_id', { id: twice }));
}

/**
 * Parses the answers from a file or from the questions.
 *
 * @param language of the errors
 * @throws AnswersError with one line for each error
 */
export function readAnswers(given: unknown, language: Language = LANGUAGES[0]): Answers {
  const result = answersSchemaIn(language).safeParse(given);
  if (result.success) return result.data;
  throw new AnswersError(
    result.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)),
  );
}

/** The errors in the answers, one line for each. */
export class AnswersError extends Error {
  constructor(lines: readonly string[]) {
    super(lines.map((line) => `  ${line}`).join('\n'));
  }
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
