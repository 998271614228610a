import * as z from 'zod/mini';
import { toHalfWidth } from '#shared/places/half-width.ts';
import { cleanZip, faultInZip, ZIP_FAULTS } from '#shared/places/zip.ts';
import { faultInState } from '#shared/places/zip-states.ts';
import { cleanEmail, EMAIL_FAULTS, faultInEmail } from './email.ts';
import { isWellFormed, lineText } from './fields.ts';
import { readIssue } from './issue.ts';
import { hasEnoughDigits } from './phone.ts';

/* Separate from fields.ts, which nearly every page loads. */

/** One check for each code, so that the schema lists its codes. @param faultIn gives a message (`readIssue`) */
const faultChecks = (codes: readonly string[], faultIn: (text: string) => string | null) =>
  codes.map((code) =>
    z.check<string>(({ value, issues }) => {
      const message = faultIn(value);
      if (message !== null && readIssue(message).code === code) issues.push({ code: 'custom', message, input: value });
    }, code),
  );

/** A mail address that somebody types: one mailbox that can receive mail. */
export const emailField = z.pipe(
  z.pipe(
    z.string('invalid_email').check(z.maxLength(254, 'invalid_email'), z.refine(isWellFormed, 'invalid_email')),
    z.transform(cleanEmail),
  ),
  z.string().check(...faultChecks(EMAIL_FAULTS, faultInEmail)),
);

/** docs/specification.md#address: at least 10 characters after trimming, with enough digits to dial. */
export const phoneField = z.pipe(
  z.pipe(
    lineText(40, { min: 10, tooShort: 'phone_too_short' }),
    z.transform((s: string) => toHalfWidth(s).replace(/\s/g, ' ')),
  ),
  z.string().check(z.refine(hasEnoughDigits, 'phone_too_short')),
);
/**
 * docs/specification.md#address: at least 5 characters after trimming, and a ZIP; stored as `33010` or `33010-1234`.
 */
export const zipField = z.pipe(
  z.pipe(lineText(20, { min: 5, tooShort: 'zip_too_short' }), z.transform(cleanZip)),
  z.string().check(...faultChecks(ZIP_FAULTS, faultInZip)),
);

/** A check of an address: reports a ZIP of another state at the ZIP. Spreading a schema's shape drops this check. */
export const stateFitsZip = () =>
  z.check<{ state: string; zipCode: string }>(({ value, issues }) => {
    const message = faultInState(value);
    if (message !== null) issues.push({ code: 'custom', message, path: ['zipCode'], input: value });
  }, 'zip_state');
