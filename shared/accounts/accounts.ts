import * as z from 'zod/mini';
import { personOf } from '#shared/checkout/person.ts';
import { emailField, phoneField, stateFitsZip, zipField } from '#shared/core/contact-fields.ts';
import { dayAfter, isDay } from '#shared/core/days.ts';
import { blockText, lineText, optionalLine } from '#shared/core/fields.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { listQuerySchema } from '#shared/core/lists.ts';
import { MAX_AMOUNT_CENTS } from '#shared/core/money.ts';
import { US_STATE_CODES } from '#shared/places/us-states.ts';

/** When an account pays: before its order leaves, or 15 or 30 days after the invoice. */
export const TERMS = ['prepaid', 'net15', 'net30'] as const;
export type Terms = (typeof TERMS)[number];

export const MAX_ADDRESSES = 20;
export const MAX_PEOPLE = 20;
export const MAX_ACCOUNT_NOTES = 2_000;
export const MAX_CERTIFICATE_BYTES = 8 * 1024 * 1024;
/** By content, not by name. */
export const CERTIFICATE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type CertificateType = (typeof CERTIFICATE_TYPES)[number];
/** How long before its end a certificate is asked for again. */
const CERTIFICATE_DAYS = 30;

/** The last end of a certificate that is asked for again today. @param today the shop's day */
export const lastDueEnd = (today: string): string => dayAfter(today, CERTIFICATE_DAYS);

/** Whether a certificate is asked for again, or has ended. */
export function certificateState(
  { certificate }: { certificate: { endsOn: string | null } | null },
  today: string,
): 'none' | 'valid' | 'due' | 'ended' {
  if (!certificate) return 'none';
  const { endsOn } = certificate;
  if (endsOn === null || endsOn > lastDueEnd(today)) return 'valid';
  return endsOn < today ? 'ended' : 'due';
}

/* ---- lists ---- */

/** `certificate`: those whose certificate has ended or ends within 30 days. */
export const ACCOUNT_STATUSES = ['open', 'on_hold', 'certificate'] as const;
export const ACCOUNT_SORTS = ['name', 'newest'] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

/**
 * GET /api/admin/accounts. `q` matches beginnings of words of name, addresses and certificate number, and of a person's
 * name and mail address. `inquiry` finds the account that was made from it.
 */
export const accountListQuerySchema = z.extend(listQuerySchema(ACCOUNT_STATUSES, ACCOUNT_SORTS), {
  inquiry: z.optional(z.guid('invalid')),
});
export type AccountListQuery = z.output<typeof accountListQuerySchema>;

/* ---- one account ---- */

const cents = z.nullable(
  z.int('amount_invalid').check(z.minimum(1, 'amount_invalid'), z.maximum(MAX_AMOUNT_CENTS, 'amount_invalid')),
);
const state = z.enum(US_STATE_CODES, 'invalid');

const accountAddressSchema = z
  .object({
    /** Which of several stores it is. */
    label: optionalLine(80),
    addressLine1: lineText(120),
    addressLine2: optionalLine(120),
    city: lineText(80),
    state,
    zipCode: zipField,
  })
  .check(stateFitsZip());
export type AccountAddress = z.output<typeof accountAddressSchema>;

const accountPersonSchema = z.object({
  /** A person who is there already; a new one without. */
  id: z.optional(z.guid('invalid')),
  name: lineText(100),
  email: emailField,
  phone: z.nullable(phoneField),
  language: z.enum(LANGUAGES, 'language_invalid'),
});

const certificateSchema = z.object({
  number: lineText(40),
  state,
  endsOn: z.nullable(z.string('day_invalid').check(z.refine(isDay, 'day_invalid'))),
});

const people = z.array(accountPersonSchema, 'invalid').check(
  z.maxLength(MAX_PEOPLE, 'invalid'),
  z.check(({ value, issues }) => {
    const seen = value.map(({ email }) => personOf(email));
    for (const [i, person] of seen.entries()) {
      if (seen.indexOf(person) === i) continue;
      issues.push({ code: 'custom', message: 'slug_taken', path: [i, 'email'], input: value });
    }
  }, 'slug_taken'),
);

const shape = {
  name: lineText(120),
  addresses: z.array(accountAddressSchema, 'invalid').check(z.maxLength(MAX_ADDRESSES, 'invalid')),
  people,
  terms: z.enum(TERMS, 'invalid'),
  isOnHold: z.boolean('invalid'),
  /** The least price of an order. */
  minimumCents: cents,
  /** The most that it may owe. */
  creditLimitCents: cents,
  certificate: z.nullable(certificateSchema),
  notes: blockText(MAX_ACCOUNT_NOTES),
};

/** POST /api/admin/accounts (201): only `name` is required; without terms it pays in advance. */
export const accountInputSchema = z.extend(z.partial(z.object(shape)), { name: shape.name });
export type AccountInput = z.output<typeof accountInputSchema>;

/** PATCH /api/admin/accounts/{id}: any of the fields. Lists replace the present ones; people keep their ids. */
export const accountChangeSchema = z.extend(z.partial(z.object(shape)), {
  version: z.int('required').check(z.nonnegative('invalid')),
});
export type AccountChange = z.output<typeof accountChangeSchema>;

/** POST /api/admin/accounts/from-inquiry: 201 with a new account, 200 with the one that was made before. */
export const accountFromInquirySchema = z.object({ inquiryId: z.guid('invalid') });

/**
 * A wholesale account. Amounts in US cents, `null` without a limit. A helper gets names and addresses; `terms` is `null`
 * and the other fields are empty.
 */
export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  addresses: z.array(
    z.object({
      label: z.nullable(z.string()),
      addressLine1: z.string(),
      addressLine2: z.nullable(z.string()),
      city: z.string(),
      state: z.string(),
      zipCode: z.string(),
    }),
  ),
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.nullable(z.string()),
      language: z.enum(LANGUAGES),
    }),
  ),
  terms: z.nullable(z.enum(TERMS)),
  isOnHold: z.boolean(),
  minimumCents: z.nullable(z.int()),
  creditLimitCents: z.nullable(z.int()),
  certificate: z.nullable(
    z.object({ number: z.string(), state: z.enum(US_STATE_CODES), endsOn: z.nullable(z.string()) }),
  ),
  /** GET …/{id}/certificate answers the file. */
  certificateFile: z.nullable(z.object({ name: z.string(), type: z.enum(CERTIFICATE_TYPES), bytes: z.int() })),
  notes: z.string(),
  /** Whether some of its prices differ from the default list. */
  hasOwnPrices: z.boolean(),
  inquiryId: z.nullable(z.string()),
  version: z.int(),
  createdAt: z.string(),
});
export type Account = z.output<typeof accountSchema>;
