import type { Config } from '#server/config.ts';

const DAY_SECONDS = 86_400;
/** It goes to the one call that reads it. */
const PATH = '/api/create-payment-intent';

/** A random name of a browser, for a day: by it, declined cards are counted. It is set when a payment starts and nowhere else. */
export function deviceCookie({ publicUrl }: Pick<Config, 'publicUrl'>, device: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `device=${device}; Path=${PATH}; Max-Age=${DAY_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
}

export function deviceOf(cookies: string | undefined): string | undefined {
  return /(?:^|;\s*)device=([0-9a-f-]{36})(?:;|$)/.exec(cookies ?? '')?.[1];
}
