import * as z from 'zod';
import { forEachLanguage, LANGUAGES } from '#shared/language.ts';

/** The input from which a new brand is made. Amounts in US dollars, weights in ounces, sizes in inches. */
const text = (what: string, max = 200) => z.string(`${what} is missing`).trim().min(1, `${what} is empty`).max(max);
const englishNames = new Intl.DisplayNames('en', { type: 'language' });
const NAMES = forEachLanguage((language) => englishNames.of(language) ?? language);
const both = (what: string, max = 200) =>
  z.object(
    forEachLanguage((language) => text(`${what} in ${NAMES[language]} (${language})`, max)),
    `${what} needs a text in ${LANGUAGES.map((language) => NAMES[language]).join(' and ')}: { ${LANGUAGES.map((language) => `"${language}": "…"`).join(', ')} }`,
  );
const colour = (what: string) =>
  z.string(`${what} is missing`).regex(/^#[0-9a-f]{6}$/i, `${what} is no colour such as #0f4c5c`);
const yesOrNo = z.boolean('the answer is yes or no, in a file true or false').default(true);
const email = (what: string) => z.email(`${what} is no e-mail address`);
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const ALLERGENS = ['milk', 'egg', 'fish', 'shellfish', 'treeNuts', 'wheat', 'peanut', 'soy', 'sesame'] as const;
export const DRAWINGS = ['bag', 'box', 'jar'] as const;

const hours = z.object({
  days: z.array(z.enum(DAYS, `a day is one of ${DAYS.join(', ')}`)).min(1, 'name the days'),
  opens: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'opens is no time such as 09:00'),
  closes: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'closes is no time such as 17:00'),
});

const product = z.object({
  id: z.string('every product needs an id').regex(/^[a-z0-9]{2,30}$/, 'an id has 2 to 30 small letters and digits'),
  name: both('The name of a product', 80),
  description: both('The description of a product', 400),
  /** On the label: `12 oz`. */
  size: text('The size of a product, such as "12 oz"', 40),
  price: z
    .number('the price is a number of dollars, such as 18.5')
    .positive('the price is above 0')
    .max(10_000, 'the price is at most 10000')
    .refine((dollars) => Number.isInteger(Math.round(dollars * 1e6) / 1e4), 'the price has at most two decimals'),
  pieces: z.int('pieces is a whole number').min(1, 'pieces is at least 1').default(1),
  pieceOz: z.number('pieceOz is a number of ounces').positive('pieceOz is above 0'),
  /** Weight of the packed box, for the shipping rate. */
  weightOz: z
    .number('weightOz is a number of ounces')
    .positive('weightOz is above 0')
    .max(2400, 'weightOz is at most 2400'),
  parcelInches: z.tuple(
    [z.number().positive(), z.number().positive(), z.number().positive()],
    'parcelInches are three numbers: [length, width, height]',
  ),
  shelfLifeDays: z.int('shelfLifeDays is a whole number').min(1),
  allergens: z.array(z.enum(ALLERGENS, `an allergen is one of ${ALLERGENS.join(', ')}`)).default([]),
  gtin: z
    .string()
    .regex(/^(\d{8}|\d{12}|\d{13})$/, 'a GTIN has 8, 12 or 13 digits')
    .optional(),
});

export const answersSchema = z
  .object({
    name: text('The name of the brand (name)', 40),
    legalName: text('The company (legalName)', 80),
    founder: text('The founder', 60),
    /** The product in one word that follows "our". */
    product: both('What you sell (product), such as "coffee"', 30),
    email: email('email'),
    wholesaleEmail: email('wholesaleEmail').optional(),
    phone: z.string('The phone is missing').regex(/^\+1 \d{3}-\d{3}-\d{4}$/, 'phone is written +1 305-555-0142'),
    address: z.object(
      {
        street: text('The street (address.street)'),
        city: text('The town (address.city)', 60),
        state: z.string('address.state is missing').regex(/^[A-Z]{2}$/, 'address.state is two capitals, such as FL'),
        zipCode: z.string('address.zipCode is missing').regex(/^\d{5}$/, 'address.zipCode has five digits'),
      },
      'The address is missing',
    ),
    /** The city by which people know the shop; by default the city of the address. */
    city: text('city', 60).optional(),
    timeZone: z
      .string('The time zone is missing')
      .refine(isTimeZone, 'timeZone is none that exists: America/New_York, America/Chicago, …'),
    hours: z.array(hours, 'The hours are missing').min(1, 'The hours are missing'),
    handle: z.string('The handle is missing').regex(/^@[\w.]{2,30}$/, 'handle is written @name'),
    firstLanguage: z.enum(LANGUAGES, `firstLanguage is ${LANGUAGES.join(' or ')}`).default('en'),
    colours: z.object(
      {
        main: colour('colours.main'),
        second: colour('colours.second'),
        accent: colour('colours.accent'),
        ground: colour('colours.ground'),
        ink: colour('colours.ink'),
      },
      'The colours are missing',
    ),
    drawing: z.enum(DRAWINGS, `drawing is one of ${DRAWINGS.join(', ')}`).default('box'),
    freeShipping: z.object(
      {
        over: z.number('freeShipping.over is a number of dollars').min(0).max(100_000),
        states: z.array(z.string().regex(/^[A-Z]{2}$/, 'a state is two capitals, such as FL')).min(1),
        region: both('What these states are called together (freeShipping.region)', 40),
      },
      'freeShipping is missing',
    ),
    sections: z.object({ wholesale: yesOrNo, stores: yesOrNo }).prefault({}),
    products: z.array(product, 'The products are missing').min(1, 'A shop sells at least one product').max(24),
    ingredients: z.array(z.object({ name: both('An ingredient', 80), of: both('What it is made of', 600) })).min(1),
    comingSoon: z
      .array(z.object({ name: both('The name of what comes next', 60), text: both('Its text', 300) }))
      .max(4, 'At most four things are coming soon')
      .default([]),
  })
  .check((ctx) => {
    const { colours, products } = ctx.value;
    const refuse = (path: string, message: string) =>
      ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value });
    // Text in these colours appears on the ground, and white text on them (WCAG 2.1, 1.4.3).
    for (const name of ['main', 'second', 'ink'] as const) {
      const ratio = contrast(colours[name], colours.ground);
      if (ratio < 4.5)
        refuse(
          'colours',
          `${name} on ground has a contrast of ${ratio.toFixed(1)} to 1; choose a darker ${name}: 4.5 is readable`,
        );
    }
    const ids = products.map(({ id }) => id);
    const twice = ids.find((id, i) => ids.indexOf(id) !== i);
    if (twice) refuse('products', `two products have the id ${twice}`);
  });
export type Answers = z.infer<typeof answersSchema>;

/**
 * Parses the answers from a file or from the questions.
 *
 * @throws AnswersError with one line for each error, in words
 */
export function readAnswers(given: unknown): Answers {
  const result = answersSchema.safeParse(given);
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

/** The contrast of two colours, 1 to 21 (WCAG 2.1). */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
