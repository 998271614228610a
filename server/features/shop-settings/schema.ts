import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { updatedAt } from '#server/db/columns.ts';
import type { SettingsGroup } from '#shared/admin/shop-settings.ts';

/**
 * What the admin keeps, one row for each group. `sealed` is its encrypted values; the public address alone stands in
 * `open`, because without it a shop whose key is lost would answer nobody. `names` are the fields that are set.
 * `version` changes with the values, `triedAt` is when these values were seen to work.
 */
export const shopSettings = pgTable('shop_settings', {
  key: text('key').$type<SettingsGroup>().primaryKey(),
  sealed: text('sealed'),
  open: jsonb('open').$type<Record<string, string>>(),
  names: jsonb('names').$type<string[]>().notNull(),
  version: integer('version').notNull(),
  triedAt: timestamp('tried_at', { withTimezone: true }),
  updatedAt: updatedAt(),
});
