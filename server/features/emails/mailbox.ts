import * as z from 'zod/mini';
import { mailboxField } from '#shared/core/fields.ts';

/** One mailbox, in the form that mail libraries use without parsing it again. */
export type Mailbox = { name: string; address: string };

/** RFC 5322, 3.4: a name, quoted or unquoted, and the address in angle brackets. */
const NAMED = /^\s*(?:"((?:[^"\\]|\\.)*)"|([^<>]*))\s*<([^<>]+)>\s*$/;

/** Parses `name@host` or `Name <name@host>`; `null` for anything that is not exactly one mailbox. */
export function parseMailbox(text: string): Mailbox | null {
  const [, quoted, plain = '', inBrackets = text] = NAMED.exec(text) ?? [];
  const address = z.safeParse(mailboxField, inBrackets);
  if (!address.success) return null;
  const name = quoted?.replace(/\\(.)/g, '$1') ?? plain.trim().replace(/^"(.*)"$/, '$1');
  return { name, address: address.data };
}

/** The domain of a mailbox, in lower case. */
export function mailDomain(mailbox: string): string {
  const { address } = parseMailbox(mailbox) ?? { address: mailbox };
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
