import * as z from 'zod/mini';
import { inEachLanguage, lineText } from '#shared/core/fields.ts';
import { forEachLanguage } from '#shared/core/language.ts';
import { MAX_AMOUNT_CENTS } from '#shared/core/money.ts';

/** `percent` and `amount` reduce the price of the items; `free_shipping` adds the free rate. */
export const CODE_KINDS = ['percent', 'amount', 'free_shipping'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

const CODE = /^[A-Z0-9](?:[A-Z0-9_-]{0,38}[A-Z0-9])?$/;

/** A code in its stored form: ` spring-10 ` becomes `SPRING-10`. */
export const normalizeCode = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '').toUpperCase();

/**
 * Makes the code of an automatic discount from its name: `Día de Reyes` becomes `DIA-DE-REYES`; `''` if no letter is
 * left.
 */
export const codeOfName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .slice(0, 41)
    .replace(/^-|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');

const codeField = z.pipe(
  z.pipe(lineText(60), z.transform(normalizeCode)),
  z.string().check(z.regex(CODE, 'code_invalid')),
);
/** A code as typed. A malformed one is answered like an unknown one. */
export const typedCodeField = z.optional(z.nullable(lineText(60, { min: 0 })));

const time = z.nullable(
  z.pipe(
    z.iso.datetime({ offset: true, error: 'invalid' }),
    z.transform((text) => new Date(text)),
  ),
);
const uses = z.nullable(
  z.int('quantity_invalid').check(z.minimum(1, 'quantity_invalid'), z.maximum(1_000_000, 'quantity_invalid')),
);
const cents = z
  .int('amount_invalid')
  .check(z.minimum(0, 'amount_invalid'), z.maximum(MAX_AMOUNT_CENTS, 'amount_invalid'));

/** How many products a discount may name, more than a shop of this kind sells. */
const MAX_PRODUCTS = 50;
/** In characters: it stands in a line of the summary, beside an amount. */
export const MAX_DISCOUNT_NAME = 40;

const shape = {
  code: codeField,
  isAutomatic: z.optional(z.boolean('invalid')),
  names: z.optional(z.nullable(inEachLanguage(lineText(MAX_DISCOUNT_NAME)))),
  products: z.optional(
    z.nullable(
      z
        .array(z.string('required').check(z.minLength(1, 'required'), z.maxLength(64, 'too_long')))
        .check(z.minLength(1, 'required'), z.maxLength(MAX_PRODUCTS, 'invalid')),
    ),
  ),
  kind: z.enum(CODE_KINDS, 'invalid'),
  value: cents,
  startsAt: z.optional(time),
  endsAt: z.optional(time),
  minimum: z.optional(z.nullable(cents)),
  limit: z.optional(uses),
  limitPerPerson: z.optional(uses),
};
type Rules = {
  kind?: CodeKind | undefined;
  value?: number | undefined;
  startsAt?: Date | null | undefined;
  endsAt?: Date | null | undefined;
};
/** What is wrong with the value of a code; `null` if nothing is. */
export function valueIssue({
  kind,
  value,
}: {
  kind: CodeKind;
  value: number;
}): 'percent_invalid' | 'amount_invalid' | null {
  if (kind === 'percent' && (value < 1 || value > 100)) return 'percent_invalid';
  return kind === 'amount' && value < 1 ? 'amount_invalid' : null;
}
const isPercentGood = ({ kind, value = 1 }: Rules) => kind !== 'percent' || !valueIssue({ kind, value });
const isAmountGood = ({ kind, value = 1 }: Rules) => kind !== 'amount' || !valueIssue({ kind, value });
/**
 * Required, because shoppers see an automatic discount by its name. Automatic free shipping is a shipping rule instead.
 */
const isNameGood = ({ isAutomatic, names }: { isAutomatic?: boolean | undefined; names?: object | null | undefined }) =>
  !isAutomatic || !!names;
const isKindGood = ({ isAutomatic, kind }: Rules & { isAutomatic?: boolean | undefined }) =>
  !isAutomatic || kind !== 'free_shipping';
const isTimeGood = ({ startsAt, endsAt }: Rules) => !startsAt || !endsAt || startsAt < endsAt;

/**
 * POST /api/admin/codes (201). `value` is whole per cent for `percent`, US cents for `amount`, ignored for
 * `free_shipping`. `products` limits it to these; then discount and `minimum` (the least price of the items, in US cents)
 * look at these alone. `isAutomatic` applies it without a code: shoppers see `names`, lists and files `code`. Omitted
 * limits mean no limit.
 */
export const codeInputSchema = z
  .object(shape)
  .check(
    z.refine(isPercentGood, { error: 'percent_invalid', path: ['value'] }),
    z.refine(isAmountGood, { error: 'amount_invalid', path: ['value'] }),
    z.refine(isTimeGood, { error: 'invalid', path: ['endsAt'] }),
    z.refine(isNameGood, { error: 'required', path: ['names'] }),
    z.refine(isKindGood, { error: 'invalid', path: ['kind'] }),
  );
export type CodeInput = z.output<typeof codeInputSchema>;

/**
 * PATCH /api/admin/codes/{id}: any of the fields, but neither the code nor how it applies, and the `version` that they
 * change.
 */
const { code: _, isAutomatic: __, ...changeable } = shape;
export const codeChangeSchema = z.object({
  ...z.partial(z.object(changeable)).shape,
  version: z.int('required').check(z.nonnegative('invalid')),
});
export type CodeChange = z.output<typeof codeChangeSchema>;

/** The name of an automatic discount in every language; `null` for a typed code, or without a discount. */
export const discountNameSchema = z.nullable(z.object(forEachLanguage(() => z.string())));

/** A code for the admin. `uses` counts orders, `held` unpaid checkouts that use it; amounts in US cents. */
export const discountCodeSchema = z.object({
  id: z.string(),
  code: z.string(),
  isAutomatic: z.boolean(),
  names: discountNameSchema,
  products: z.nullable(z.array(z.string())),
  kind: z.enum(CODE_KINDS),
  value: z.int(),
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  minimum: z.nullable(z.int()),
  limit: z.nullable(z.int()),
  limitPerPerson: z.nullable(z.int()),
  uses: z.int(),
  held: z.int(),
  revenueCents: z.int(),
  costCents: z.int(),
  version: z.int(),
  createdAt: z.string(),
});
export type DiscountCode = z.output<typeof discountCodeSchema>;

/**
 * POST /api/codes/check: the discount of a cart, before an address is known. `discount` is two-decimal text. It is that
 * of the automatic discount `name` if this gives at least as much as the code, or if none was sent. Without any, `code`
 * and `kind` are `null`.
 */
export const codeCheckAnswerSchema = z.object({
  code: z.nullable(z.string()),
  kind: z.nullable(z.enum(CODE_KINDS)),
  discount: z.string(),
  name: discountNameSchema,
});
export type CodeCheckAnswer = z.output<typeof codeCheckAnswerSchema>;
