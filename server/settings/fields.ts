import * as z from 'zod/mini';
import { parseMailbox } from '#server/features/emails/mailbox.ts';
import { parseKey } from '#server/features/shop-settings/sealing.ts';

/**
 * Settings as fields of a schema. Blank counts as not set. An error message continues a sentence that begins with the
 * setting's name. A refused setting still gets a value, so that rules between settings are also checked.
 */
type Refuse = (words: string) => void;

function field<T>(read: (text: string | undefined, refuse: Refuse) => T) {
  return z.transform((value: string | undefined, { issues }): T => {
    // The value is not part of the issue, because it may be a secret.
    const refuse = (message: string) => void issues.push({ code: 'custom', message, input: undefined });
    return read(value?.trim() || undefined, refuse);
  });
}

export const text = field((value) => value);

/** Not trimmed: blanks are part of a password. */
export const secret = (check?: (value: string) => string | null) =>
  z.transform((value: string | undefined, { issues }) => {
    const message = value ? check?.(value) : null;
    if (message) issues.push({ code: 'custom', message, input: undefined });
    return value || undefined;
  });

export function choice<const T extends string>(options: readonly T[], fallback: T) {
  return field((value, refuse): T => {
    const found = options.find((option) => option === value);
    if (value !== undefined && found === undefined) {
      refuse(`is "${value}". Choose one of: ${options.join(', ')}; or leave it out for ${fallback}.`);
    }
    return found ?? fallback;
  });
}

export const flag = field((value = 'false', refuse) => {
  if (value !== 'true' && value !== 'false') {
    refuse(`is "${value}". Choose one of: true, false; or leave it out for false.`);
  }
  return value === 'true';
});

/** A whole number from `min` to `max`. */
export function integer(fallback: number, min: number, max: number) {
  return field((value, refuse) => readInteger(value, min, max, refuse, ` for ${fallback}`) ?? fallback);
}

/** `undefined` when it is not set. */
export function maybeInteger(min: number, max: number) {
  return field((value, refuse) => readInteger(value, min, max, refuse, ''));
}

function readInteger(
  value: string | undefined,
  min: number,
  max: number,
  refuse: Refuse,
  otherwise: string,
): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  refuse(`is "${value}". Give a whole number from ${min} to ${max}, or leave it out${otherwise}.`);
  return undefined;
}

/** An absolute address without a slash at the end; `protocols` as in `https:`. */
export function address(protocols: readonly string[], example: string) {
  return field((value, refuse) => {
    if (value === undefined) return undefined;
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (!parsed || !protocols.includes(parsed.protocol) || !parsed.hostname) {
      // The value is not repeated, because it may contain a password.
      refuse(`is not a usable address. It should look like ${example}.`);
    }
    return value.replace(/\/+$/, '');
  });
}

/** One e-mail address, with or without a name before it: `Shop <hola@shop.example>`. */
export const mailbox = field((value, refuse) => {
  if (value !== undefined && parseMailbox(value) === null) {
    refuse(`is "${value}". Give one e-mail address, such as hola@shop.example.`);
  }
  return value;
});

/** The key of the settings that the admin stores. */
export const sealingKey = field((value, refuse) => {
  const key = value === undefined ? undefined : parseKey(value);
  // The value is not repeated.
  if (key === null) refuse('is not a key of 32 bytes in base64. openssl rand -base64 32 makes one.');
  return key ?? undefined;
});

/** Comma-separated values. */
export function list(isGood: (value: string) => boolean, otherwise: string) {
  return field((value, refuse) => {
    const values = (value ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
    if (!values.every(isGood)) refuse(otherwise);
    return values;
  });
}

/** Any other setting. @param check returns the error, as the rest of a sentence; `null` when there is none */
export function checked(check: (value: string) => string | null) {
  return field((value, refuse) => {
    const words = value === undefined ? null : check(value);
    if (words !== null) refuse(words);
    return value;
  });
}
