import { customType, integer, numeric, text, timestamp } from 'drizzle-orm/pg-core';
import { AMOUNTS, forEachAmount, forEachAmountCents } from '#shared/core/amounts.ts';
import type { Language } from '#shared/core/language.ts';

export const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow();
export const updatedAt = () => timestamp('updated_at', { withTimezone: true }).notNull().defaultNow();
/** Version of a row, increased by the trigger `count_version`. A save may name the version that it changes. */
export const version = () => integer('version').notNull().default(1);
/** US dollars with two decimals, as text. */
export const money = (name: string) => numeric(name, { precision: 10, scale: 2 });
/** A column for each amount of an order, such as `tax`. */
export const amountColumns = () => forEachAmount(AMOUNTS, (name) => money(name).notNull().default('0.00'));
/** The same for a checkout, in US cents, such as `tax_cents`. */
export const amountCentsColumns = () =>
  forEachAmountCents(AMOUNTS, (name) => integer(`${name}_cents`).notNull().default(0));
/** Search words without accents or capitals, matched by prefix; see `search_words` in the migrations. */
export const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' });
/** At most 256 KB: a longer row would block other rows' reads and writes. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
export const language = (name: string) => text(name).$type<Language>().notNull().default('en');
