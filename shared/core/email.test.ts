import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emailField } from './contact-fields.ts';
import { mailboxField } from './fields.ts';
import { issueMessage } from './issue.ts';

const issuesOf = (email: string) => z.safeParse(emailField, email).error?.issues.map(({ message }) => message) ?? [];

test('accepts an address that can receive mail, and removes what copying added to it', () => {
  const typed: [typed: string, stored: string][] = [
    ['ana@shopper.example', 'ana@shopper.example'],
    [' Ana.Perez+shop@Gmail.com\u00a0', 'Ana.Perez+shop@Gmail.com'],
    ['ana@gmail\u200b.com', 'ana@gmail.com'],
    ['mailto:ana@gmail.com', 'ana@gmail.com'],
    ['ａｎａ＠gmail．com', 'ana@gmail.com'],
    ["o'hara_1@mail.co.uk", "o'hara_1@mail.co.uk"],
    ['josé@correo.com.mx', 'josé@correo.com.mx'],
    ['ana@xn--pea-8ma.xn--p1ai', 'ana@xn--pea-8ma.xn--p1ai'],
  ];
  for (const [email, stored] of typed) expect([email, z.parse(emailField, email)]).toEqual([email, stored]);
});

test('refuses an address that cannot receive mail, and gives the reason', () => {
  const cases: [email: string, message: string][] = [
    ['ana', 'invalid_email'],
    ['@', 'invalid_email'],
    ['@gmail.com', 'invalid_email'],
    ['ana@', 'invalid_email'],
    ['ana@-shop.com', 'invalid_email'],
    [`${'a'.repeat(65)}@b.co`, 'invalid_email'],
    [`ana@${'b.'.repeat(8)}b.com`, 'invalid_email'],
    ['ana perez@gmail.com', 'email_characters'],
    ['ana@gmail.com, luis@gmail.com', 'email_characters'],
    ['Ana <ana@gmail.com>', 'email_characters'],
    ['"ana perez"@gmail.com', 'email_characters'],
    ['ana@@gmail.com', 'email_characters'],
    ['ana@[127.0.0.1]', 'email_characters'],
    ['ana@my_shop.com', 'email_characters'],
    ['ana..perez@gmail.com', 'email_dots'],
    ['.ana@gmail.com', 'email_dots'],
    ['ana.@gmail.com', 'email_dots'],
    ['ana@gmail..com', 'email_dots'],
    ['ana@gmail.com.', 'email_dots'],
    ['ana@.gmail.com', 'email_dots'],
    ['ana@shop', 'email_ending'],
    ['ana@127.0.0.1', 'email_ending'],
    ['ana@shop.c', 'email_ending'],
    ['ana@shop.local', 'email_ending'],
    ['x@erased.invalid', 'email_ending'],
  ];
  for (const [email, message] of cases) expect([email, issuesOf(email)]).toEqual([email, [message]]);
});

test('asks about a misspelled host', () => {
  const cases: [host: string, meant: string][] = [
    ['gmail.con', 'gmail.com'],
    ['GMAIL.CON', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail.com.mx', 'gmail.com'],
    ['gmail', 'gmail.com'],
    ['gmailcom', 'gmail.com'],
    ['gmial.com', 'gmail.com'],
    ['gmai.con', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmail.cmo', 'hotmail.com'],
    ['yaho.com', 'yahoo.com'],
    ['outlok.es', 'outlook.com'],
    ['iclould.com', 'icloud.com'],
    ['mitienda.con', 'mitienda.com'],
    ['mail.mitienda.ogr', 'mail.mitienda.org'],
  ];
  for (const [host, meant] of cases)
    expect([host, issuesOf(`ana@${host}`)]).toEqual([host, [issueMessage('email_typo', { value: meant })]]);
});

test('accepts hosts that only look like a typing error', () => {
  for (const host of [
    ...'mail.com email.com ymail.com gmx.com hotmail.es yahoo.com.mx outlook.fr me.com shop.co'.split(' '),
    ...'shop.cm telecom.it com.example'.split(' '),
  ]) {
    expect([host, issuesOf(`ana@${host}`)]).toEqual([host, []]);
  }
});

test('a known address may be one that could not be entered today', () => {
  for (const email of ['ana..perez@gmail.com', 'x@erased.invalid', 'ana@gmail.con'])
    expect([email, z.safeParse(mailboxField, email).success]).toEqual([email, true]);
});
