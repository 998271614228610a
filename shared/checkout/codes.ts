import * as z from 'zod/mini';
import { lineText } from '#shared/core/fields.ts';
import { MAX_AMOUNT_CENTS } from '#shared/core/money.ts';

/** `percent` and `amount` reduce the price of the items; `free_shipping` adds the free rate. */
export const CODE_KINDS = ['percent', 'amount', 'free_shipping'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

const CODE = /^[A-Z0-9](?:[A-Z0-9_-]{0,38}[A-Z0-9])?$/;

/** A code in its stored form: ` spring-10 ` becomes `SPRING-10`. */
export const normalizeCode = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '').toUpperCase();

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

const shape = {
  code: codeField,
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
const isValueGood = ({ kind, value = 1 }: Rules) =>
  kind === 'percent' ? value >= 1 && value <= 100 : kind === 'amount' ? value >= 1 : true;
const isTimeGood = ({ startsAt, endsAt }: Rules) => !startsAt || !endsAt || startsAt < endsAt;

/**
 * POST /api/admin/codes (201). `value` is whole per cent for `percent`, US cents for `amount`, ignored for
 * `free_shipping`. `minimum` is the least price of the items, in US cents. Omitted limits mean no limit.
 */
export const codeInputSchema = z
  .object(shape)
  .check(
    z.refine(isValueGood, { error: 'amount_invalid', path: ['value'] }),
    z.refine(isTimeGood, { error: 'invalid', path: ['endsAt'] }),
  );
export type CodeInput = z.output<typeof codeInputSchema>;

/** PATCH /api/admin/codes/{id}: any of the fields, but not the code itself, and the `version` that they change. */
const { code: _, ...changeable } = shape;
export const codeChangeSchema = z.object({
  ...z.partial(z.object(changeable)).shape,
  version: z.int('required').check(z.nonnegative('invalid')),
});
export type CodeChange = z.output<typeof codeChangeSchema>;

/** A code for the admin. `uses` counts orders, `held` unpaid checkouts that use it; amounts in US cents. */
export const discountCodeSchema = z.object({
  id: z.string(),
  code: z.string(),
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
 * POST /api/codes/check: the discount of a code on a cart, before an address is known. `discount` is two-decimal text.
 */
export const codeCheckAnswerSchema = z.object({ code: z.string(), kind: z.enum(CODE_KINDS), discount: z.string() });
export type CodeCheckAnswer = z.output<typeof codeCheckAnswerSchema>;
