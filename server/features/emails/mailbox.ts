import * as z from 'zod/mini';
import { mailboxField } from '#shared/fields.ts';

/** One mailbox, as mail libraries take it without reading the text again. */
export type Mailbox = { name: string; address: string };

/** Reads `name@host` or `Name <name@host>`; `null` for anything that is not exactly one mailbox. */
export function parseMailbox(text: string): Mailbox | null {
  const match = /^([^<>]*)<([^<>]+)>\s*$/.exec(text);
  const address = z.safeParse(mailboxField, match?.[2] ?? text);
  if (!address.success) return null;
  return { name: (match?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1'), address: address.data };
}
