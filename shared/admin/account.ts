import * as z from 'zod/mini';
import { lineText } from '#shared/core/fields.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { loginInputSchema } from './admin.ts';
import { MAX_PASSKEY_NAME, MAX_PERSON_NAME, ROLES } from './staff.ts';

/**
 * GET /api/admin/account: whoever is signed in. PATCH takes `name` and `language`, and answers the same. Without a
 * language the admin follows the browser.
 */
export const accountSchema = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  email: z.string(),
  language: z.nullable(z.enum(LANGUAGES)),
});
export type Account = z.output<typeof accountSchema>;
export const accountChangeSchema = z.object({
  name: z.optional(lineText(MAX_PERSON_NAME, { min: 0 })),
  language: z.optional(z.nullable(z.enum(LANGUAGES))),
});
export type AccountChange = z.output<typeof accountChangeSchema>;

/** Bytes as base64url, as browsers encode a credential. */
const bytes = (max: number) => z.string('required').check(z.maxLength(max, 'too_long'), z.regex(/^[\w-]+$/, 'invalid'));
/** A credential's id has at most 1,023 bytes. */
const credentialId = bytes(1_364);

/** What `navigator.credentials.get` gave, as JSON. */
export const assertionSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4_096),
    authenticatorData: bytes(4_096),
    signature: bytes(4_096),
    /** Some devices omit it when the request names the key to use. */
    userHandle: z.optional(bytes(128)),
  }),
});
export type Assertion = z.output<typeof assertionSchema>;

/** What `navigator.credentials.create` gave, as JSON. */
export const attestationSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4_096),
    attestationObject: bytes(32_768),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
  }),
});
export type Attestation = z.output<typeof attestationSchema>;

/**
 * POST /api/admin/login/passkey/challenge answers the options for `navigator.credentials.get`. POST
 * /api/admin/passkeys/challenge answers the same, for a signed-in person who confirms their identity. The challenge
 * works once, for five minutes. POST /api/admin/login/passkey takes the browser's answer, and answers as the login
 * does.
 */
export const assertionOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
  ),
});
export type AssertionOptions = z.output<typeof assertionOptionsSchema>;
export const passkeyLoginSchema = z.object({ passkey: assertionSchema });

/** Proves that the holder of an open session is its owner: by the password, or by a passkey. */
export const proofSchema = z.union([
  z.object({ password: loginInputSchema.shape.password }),
  z.object({ passkey: assertionSchema }),
]);
export type Proof = z.output<typeof proofSchema>;

/** POST /api/admin/passkeys/new/challenge with a proof: answers the options for `navigator.credentials.create`. */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: assertionOptionsSchema.shape.allowCredentials,
});
export type CreationOptions = z.output<typeof creationOptionsSchema>;

/**
 * GET /api/admin/passkeys. `host` is the shop's host when the key was made; a browser offers it only there. `here` is
 * the shop's current host, `null` where passkeys are not possible: at an IP address.
 */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  isBackedUp: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type Passkey = z.output<typeof passkeySchema>;
export const passkeyListSchema = z.object({
  here: z.nullable(z.string()),
  origin: z.string(),
  passkeys: z.array(passkeySchema),
});
export type PasskeyList = z.output<typeof passkeyListSchema>;

/** POST /api/admin/passkeys → 201. `recoveryCodes` come with the first passkey, unless the person has some. */
export const passkeyInputSchema = z.object({ passkey: attestationSchema });
export const passkeyAddedSchema = z.object({
  passkey: passkeySchema,
  recoveryCodes: z.nullable(z.array(z.string())),
});
export type PasskeyAdded = z.output<typeof passkeyAddedSchema>;
/** PATCH and DELETE /api/admin/passkeys/{id} */
export const passkeyChangeSchema = z.object({ name: lineText(MAX_PASSKEY_NAME) });
export const passkeyParamsSchema = z.object({ id: z.uuid('invalid') });

/**
 * GET /api/admin/recovery-codes says how many are left. POST with a proof answers new ones, which replace the old ones
 * and are not shown again. POST /api/admin/login/recovery-code answers as the login does.
 */
export const recoveryCodesLeftSchema = z.object({ left: z.int() });
export type RecoveryCodesLeft = z.output<typeof recoveryCodesLeftSchema>;
export const recoveryCodesSchema = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.output<typeof recoveryCodesSchema>;
export const recoveryLoginSchema = z.object({
  code: z.string('required').check(
    z.maxLength(100, 'too_long'),
    z.refine((s) => s.trim() !== '', 'required'),
  ),
});
