import * as z from 'zod/mini';
import { emailField } from '#shared/fields.ts';

export type Env = Readonly<Record<string, string | undefined>>;
export type EnvReader = ReturnType<typeof envReader>;

/**
 * Reads single settings. What cannot be used gives its fallback, and its fault, with the mend, is kept in `faults`; blank
 * counts as not set.
 */
export function envReader(env: Env) {
  const faults: string[] = [];
  const text = (name: string) => env[name]?.trim() || undefined;
  const choice = <T extends string>(name: string, options: readonly T[], fallback: T): T => {
    const value = text(name);
    if (value === undefined) return fallback;
    if ((options as readonly string[]).includes(value)) return value as T;
    faults.push(`${name} is "${value}". Choose one of: ${options.join(', ')}; or leave it out for ${fallback}.`);
    return fallback;
  };
  return {
    faults,
    text,
    choice,
    /** As it stands: blanks around a password belong to it. */
    secret: (name: string) => env[name] || undefined,
    flag: (name: string, fallback = false) => choice(name, ['true', 'false'], fallback ? 'true' : 'false') === 'true',
    /** A whole number from `min` to `max`. */
    integer(name: string, fallback: number, min: number, max: number): number {
      const value = text(name);
      if (value === undefined) return fallback;
      const number = Number(value);
      if (/^\d+$/.test(value) && number >= min && number <= max) return number;
      faults.push(`${name} is "${value}". Give a whole number from ${min} to ${max}, or leave it out for ${fallback}.`);
      return fallback;
    },
    /** An absolute address without a slash at the end; `protocols` as in `https:`. */
    url(name: string, protocols: readonly string[], example: string): string | undefined {
      const value = text(name);
      if (value === undefined) return undefined;
      const parsed = URL.canParse(value) ? new URL(value) : null;
      if (parsed && protocols.includes(parsed.protocol) && parsed.hostname) return value.replace(/\/+$/, '');
      // The value is not repeated: it may hold a password.
      faults.push(`${name} is no usable address. It should look like ${example}.`);
      return undefined;
    },
    /** One e-mail address, with or without a name before it: `Shop <hola@shop.example>`. */
    mailbox(name: string, fallback: string, example: string): string {
      const value = text(name);
      if (value === undefined) return fallback;
      const bare = /<([^<>]+)>\s*$/.exec(value)?.[1] ?? value;
      if (z.safeParse(emailField, bare).success) return value;
      faults.push(`${name} is "${value}". Give one e-mail address, such as ${example}.`);
      return fallback;
    },
  };
}
