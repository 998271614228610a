import * as z from 'zod/mini';
import type { SoldComponent } from '#shared/catalogue/assortments.ts';
import { additionFields, amountFields } from '#shared/core/amount-fields.ts';
import { emailField, phoneField, stateFitsZip, zipField } from '#shared/core/contact-fields.ts';
import { lineText, optionalLine } from '#shared/core/fields.ts';
import { LANGUAGES, type Localized } from '#shared/core/language.ts';
import { discountNameSchema, typedCodeField } from './codes.ts';
import { giftFields } from './gift-fields.ts';
import { MAX_LINES, MAX_QUANTITY } from './limits.ts';

export * from './limits.ts';

const quantityField = z
  .int('quantity_invalid')
  .check(z.minimum(1, 'quantity_invalid'), z.maximum(MAX_QUANTITY, 'quantity_too_large'));
const productIdField = z.string('required').check(z.minLength(1, 'required'), z.maxLength(64, 'too_long'));

/** The fields of a cart line that the server uses; names and prices come from the catalogue. */
const cartLineSchema = z.object({ id: productIdField, quantity: quantityField });
export type CartLine = z.output<typeof cartLineSchema>;

/** A product may appear in several lines; their sum must not exceed the limit of one line. */
const cartLines = z.array(cartLineSchema, 'required').check(
  z.minLength(1, 'cart_empty'),
  z.maxLength(MAX_LINES, 'too_many_lines'),
  z.refine((lines) => mergeLines(lines).every((line) => line.quantity <= MAX_QUANTITY), 'quantity_too_large'),
);

/** Merges lines of the same product, in order of first appearance. */
export function mergeLines(lines: readonly CartLine[]): CartLine[] {
  const quantities = new Map<string, number>();
  for (const { id, quantity } of lines) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  return Array.from(quantities, ([id, quantity]) => ({ id, quantity }));
}

/**
 * GET /api/arrival: the day by which this quantity of a product arrives, if it is ordered now and sent the cheapest
 * way. Without `zip` it goes to the shop's own ZIP code.
 */
export const arrivalQuerySchema = z.object({
  product: productIdField,
  quantity: z.pipe(
    z.string('quantity_invalid').check(z.regex(/^[1-9]\d{0,3}$/, 'quantity_invalid')),
    z.pipe(z.transform(Number), quantityField),
  ),
  zip: z.optional(zipField),
});
/** `arrivesBy` is a day, `null` if only a carrier knows it or nothing can be sent; `isFree`: without shipping costs. */
export const arrivalSchema = z.object({ arrivesBy: z.nullable(z.string()), isFree: z.boolean() });
export type Arrival = z.output<typeof arrivalSchema>;

/** A shipping address; values are trimmed, a blank second line becomes `null`. */
const shippingAddressSchema = z
  .object({
    addressLine1: lineText(120),
    addressLine2: optionalLine(120),
    city: lineText(80),
    state: lineText(40),
    zipCode: zipField,
  })
  .check(stateFitsZip());
export type ShippingAddress = z.output<typeof shippingAddressSchema>;

/** The address form (docs/specification.md#address) with its gift fields. */
export const addressSchema = z
  .object({
    fullName: lineText(100),
    email: emailField,
    phone: phoneField,
    ...shippingAddressSchema.shape,
    ...giftFields,
    preferredLanguage: z.enum(LANGUAGES, 'language_invalid'),
  })
  .check(stateFitsZip());
export type CheckoutAddress = z.output<typeof addressSchema>;
/** The form's values before trimming. */
export type AddressInput = z.input<typeof addressSchema>;

/**
 * The address of a quote. The street is `null` while it is unknown: a wallet shows it only after authorization. Such a
 * quote cannot be paid, because it is for another address than the checkout's.
 */
const quotedAddressSchema = z
  .object({
    ...shippingAddressSchema.shape,
    addressLine1: z.pipe(
      z.nullable(shippingAddressSchema.shape.addressLine1),
      z.transform((street) => street ?? ''),
    ),
  })
  .check(stateFitsZip());

/** POST /api/shipping-rates. `name` and `price` may be sent and are ignored. */
export const shippingRatesInputSchema = z.object({
  items: cartLines,
  shippingAddress: quotedAddressSchema,
  code: typedCodeField,
  /** As typed: an automatic discount may be limited per person. */
  email: z.optional(z.nullable(lineText(254, { min: 0 }))),
});
export type ShippingRatesInput = z.output<typeof shippingRatesInputSchema>;

/** POST /api/codes/check; without a code it answers the automatic discount. */
export const codeCheckSchema = z.object({ items: cartLines, code: typedCodeField });
export type CodeCheck = z.output<typeof codeCheckSchema>;

/** Id of a rate within its quote. */
const rateIdField = z.string().check(z.regex(/^\d{1,2}$/, 'invalid'));

/** A rate in the call's answer; `amount` is two-decimal text in US dollars, `estimated_days` business days. */
const shippingRateSchema = z.object({
  rateId: rateIdField,
  servicelevel: z.object({ name: z.string() }),
  carrier: z.string(),
  provider: z.string(),
  amount: z.string(),
  ...additionFields,
  estimated_days: z.int(),
  /** The latest day of dispatch, and of arrival: `YYYY-MM-DD`. */
  ships_by: z.string(),
  arrives_by: z.string(),
});
export type ShippingRate = z.output<typeof shippingRateSchema>;
/**
 * `quoteId` and a rate's `rateId` identify the shopper's choice when the payment starts. `lines` have the quoted unit
 * prices, as two-decimal text in US dollars: a page loaded before a price change shows these.
 */
export const shippingRatesAnswerSchema = z.object({
  quoteId: z.guid(),
  rates: z.array(shippingRateSchema),
  lines: z.array(z.object({ id: z.string(), quantity: z.int(), price: z.string() })),
  /** What is deducted from the items, by the code or, if it has a name, by an automatic discount. */
  discount: z.string(),
  discountName: discountNameSchema,
  /**
   * Effect of the heat rules, `null` if none: `isFast` leaves out slow services, `isEarlyWeek` ships from Monday to
   * Wednesday.
   */
  heat: z.nullable(z.object({ isFast: z.boolean(), isEarlyWeek: z.boolean() })),
});
export type ShippingRatesAnswer = z.output<typeof shippingRatesAnswerSchema>;

/**
 * The shopper's choice among the quoted rates. `shippingCost` is dollars, as a number or decimal text. `quoteId` and
 * `rateId` select exactly that rate; without them, any quote for this cart and address with such a rate is used.
 */
const shippingDataSchema = z.object({
  shippingCost: z.union([z.number(), z.string().check(z.maxLength(16, 'too_long'))], 'required'),
  shippingMethod: lineText(120),
  shippingCarrier: lineText(60),
  quoteId: z.optional(z.guid('invalid')),
  rateId: z.optional(rateIdField),
});

/** POST /api/create-payment-intent. */
export const createPaymentIntentInputSchema = z.object({
  cartItems: cartLines,
  addressData: addressSchema,
  shippingData: shippingDataSchema,
  code: typedCodeField,
  /** The discount that the shopper saw: if less would be given, the answer is `price_changed`. It changes no price. */
  shownDiscount: z.optional(z.string().check(z.regex(/^\d{1,7}\.\d{2}$/, 'invalid'))),
  /** `?ref=` or `?utm_source=` of the link that brought the shopper. */
  source: z.optional(z.nullable(lineText(60, { min: 0 }))),
});
export type CreatePaymentIntentInput = z.output<typeof createPaymentIntentInputSchema>;

export const PAYMENT_PROVIDERS = ['sandbox', 'stripe'] as const;
/** GET /api/payment-provider: what a wallet's button needs before there is a payment. */
export const paymentProviderSchema = z.object({
  provider: z.enum(PAYMENT_PROVIDERS),
  /** For the provider's script, if it has one. */
  publishableKey: z.optional(z.string()),
});
export type PaymentProviderAnswer = z.output<typeof paymentProviderSchema>;
/**
 * State of a started payment: payable, being processed by the bank, or paid. The last two occur when an earlier visit
 * of the same attempt has paid.
 */
const PAYMENT_STATES = ['open', 'processing', 'succeeded'] as const;
/**
 * `charge` is the stored amount that will be charged. A page loaded before a price change must show it instead of its
 * own prices. Amounts are two-decimal text in US dollars, `price` per unit.
 */
export const createPaymentIntentAnswerSchema = z.object({
  clientSecret: z.string(),
  status: z.enum(PAYMENT_STATES),
  ...paymentProviderSchema.shape,
  /**
   * How long this checkout holds the goods and the code, in seconds; 0 when it holds only a part of them, missing when
   * nothing is counted. Later payments restart the payment first, which checks that they are still available.
   */
  heldSeconds: z.optional(z.int()),
  charge: z.object({
    lines: z.array(z.object({ id: z.string(), quantity: z.int(), price: z.string() })),
    shippingCost: z.string(),
    ...amountFields,
    discountName: discountNameSchema,
    totalAmount: z.string(),
  }),
});
export type CreatePaymentIntentAnswer = z.output<typeof createPaymentIntentAnswerSchema>;

/** A payment's reference, such as `pi_…`. */
export const paymentIntentIdField = z
  .string('required')
  .check(z.regex(/^pi_[A-Za-z0-9_]{8,120}$/, 'payment_id_invalid'));

/** The provider's secret that lets a browser pay. */
const clientSecretField = z.string('required').check(z.maxLength(200, 'too_long'));

/** POST /api/confirm-order. `clientSecret`, or the attempt's header, proves that the caller started the payment. */
export const confirmOrderInputSchema = z.object({
  paymentIntentId: paymentIntentIdField,
  clientSecret: z.optional(clientSecretField),
});
/**
 * `orderNumber` is the first 8 characters of the order's id in capitals. The running `number`, and `statusUrl`, the path
 * of its page, are only for a caller that has proved to have started the payment.
 */
export const confirmOrderAnswerSchema = z.object({
  orderNumber: z.string(),
  number: z.optional(z.int()),
  statusUrl: z.optional(z.string()),
});
export type ConfirmOrderAnswer = z.output<typeof confirmOrderAnswerSchema>;

/** Header with the id (a UUID) of one checkout attempt in one browser, so that a double click makes one payment. */
export const ATTEMPT_HEADER = 'idempotency-key';
/** Other headers are ignored. */
export const attemptHeadersSchema = z.looseObject({ [ATTEMPT_HEADER]: z.optional(z.guid('invalid')) });

/** Header with the solution of a challenge: `{challenge, solution}` as base64 of JSON. */
export const PROOF_HEADER = 'payment-proof';
export const paymentStartHeadersSchema = z.looseObject({
  ...attemptHeadersSchema.shape,
  [PROOF_HEADER]: z.optional(z.string().check(z.maxLength(4_000, 'too_long'))),
});

/**
 * The proof of work that the browser solves before a payment starts, in the format of the package altcha-lib; `expires`
 * is in milliseconds.
 */
const proofChallengeSchema = z.object({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    data: z.object({ attempt: z.string(), expires: z.number() }),
  }),
  signature: z.string(),
});
export type ProofChallenge = z.output<typeof proofChallengeSchema>;
export const paymentProofSchema = z.object({
  challenge: proofChallengeSchema,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});
/** 428 from /api/create-payment-intent: repeat the call with the solution of this challenge. */
export const proofRequiredSchema = z.object({
  message: z.string(),
  code: z.string(),
  challenge: proofChallengeSchema,
});

/** POST /api/sandbox-payments/{paymentIntentId}/confirm, in sandbox mode only. */
export const sandboxConfirmInputSchema = z.object({
  clientSecret: clientSecretField,
  cardNumber: lineText(30),
  expiry: lineText(10),
  cvc: lineText(6),
});
/** `nextUrl` comes with `requires_action`: the page of the extra step, which returns to /shop. */
export const sandboxConfirmAnswerSchema = z.object({
  status: z.enum(['succeeded', 'requires_action', 'processing']),
  nextUrl: z.optional(z.string()),
});

/** POST /api/sandbox-payments/{paymentIntentId}/authenticate: the shopper's choice on the extra step's page. */
export const sandboxAuthenticateInputSchema = z.object({
  clientSecret: clientSecretField,
  outcome: z.enum(['complete', 'fail'], 'required'),
});
/** `nextUrl` is a path back to /shop with the payment and its `redirect_status`. */
export const sandboxAuthenticateAnswerSchema = z.object({ nextUrl: z.string() });

/** The page of the sandbox's extra step. */
export const SANDBOX_STEP_PATH = '/sandbox-payment';

/**
 * A line as the checkout stores it: the catalogue's price at that moment, in US cents, and its names. `name` is the one
 * that the shopper saw; checkouts of an earlier version have no `names`. `components` are those of the product at that
 * time. `discountCents` is the line's share of the discount, missing in checkouts of an earlier version.
 */
export type CheckoutLine = {
  id: string;
  name: string;
  names?: Localized;
  quantity: number;
  priceCents: number;
  discountCents?: number;
  components?: readonly SoldComponent[];
};
