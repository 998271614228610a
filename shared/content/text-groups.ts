import { LINE_SHEET_KEY, MAIL_KEY, RULE_KEY, type TextGroup } from './text-keys.ts';

/** Prefixes of keys; the first match counts. */
const GROUPS: readonly (readonly [RegExp, TextGroup])[] = [
  [new RegExp(`^${LINE_SHEET_KEY}`), 'line_sheet'],
  [new RegExp(`^${MAIL_KEY}`), 'mails'],
  [/^alt_/, 'pictures'],
  [/^home_|^size_\w+_short$/, 'home'],
  [/^about_/, 'about'],
  [/^(product|nutrition|faq|size|coming)_(?!unknown)/, 'product'],
  [/^shop_(cart|meter|checkout|minimum|payment|try)/, 'cart'],
  [/^shop_/, 'shop'],
  [/^item_/, 'item'],
  [/^checkout_/, 'checkout'],
  [/^order_(?!shipped|closed|in_work|left)/, 'order'],
  [/^(wholesale|benefit|inquiry)_/, 'wholesale'],
  [/^(stores|store_type)_/, 'stores'],
  [/^contact_/, 'contact'],
  [/^policy_/, 'policies'],
  [/^(stories|story)_/, 'stories'],
  [/^(not_found|gone)_/, 'missing'],
  [new RegExp(`^(nav|language|footer|form|toast|region|breadcrumb)_|^${RULE_KEY}`), 'everywhere'],
];

/** The group of a sentence, by its key. A key without a page's prefix belongs to the server's messages. */
export function groupOf(key: string): TextGroup {
  return GROUPS.find(([begins]) => begins.test(key))?.[1] ?? 'messages';
}
