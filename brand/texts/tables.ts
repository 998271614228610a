import type { Language } from '#shared/core/language.ts';
import enAdmin from './en/admin/server.json' with { type: 'json' };
import enCheckout from './en/checkout.json' with { type: 'json' };
import enErrors from './en/errors.json' with { type: 'json' };
import enIssues from './en/issues.json' with { type: 'json' };
import enLineSheet from './en/line-sheet.json' with { type: 'json' };
import enSetup from './en/setup.json' with { type: 'json' };
import enShop from './en/shop.json' with { type: 'json' };
import enSite from './en/site.json' with { type: 'json' };
import enStores from './en/stores.json' with { type: 'json' };
import enWholesale from './en/wholesale.json' with { type: 'json' };
import esAdmin from './es/admin/server.json' with { type: 'json' };
import esCheckout from './es/checkout.json' with { type: 'json' };
import esErrors from './es/errors.json' with { type: 'json' };
import esIssues from './es/issues.json' with { type: 'json' };
import esLineSheet from './es/line-sheet.json' with { type: 'json' };
import esSetup from './es/setup.json' with { type: 'json' };
import esShop from './es/shop.json' with { type: 'json' };
import esSite from './es/site.json' with { type: 'json' };
import esStores from './es/stores.json' with { type: 'json' };
import esWholesale from './es/wholesale.json' with { type: 'json' };

/** Texts with computed keys, in every language; all others are functions of `#messages`. */
type Table<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

/** Words of the admin that the server writes: tables, the evidence of a dispute, the line above a preview. */
export const adminTexts: Table<keyof typeof enAdmin> = { en: enAdmin, es: esAdmin };
export const errorTexts: Table<keyof typeof enErrors> = { en: enErrors, es: esErrors };
/** Why a field was refused, by the code of its schema; the browser has these too. */
export const issueTexts: Table<keyof typeof enIssues> = { en: enIssues, es: esIssues };
export const lineSheetTexts: Table<keyof typeof enLineSheet> = { en: enLineSheet, es: esLineSheet };
export const setupTexts: Table<keyof typeof enSetup> = { en: enSetup, es: esSetup };

/** The sentences of public pages, by file. The pages themselves use them as functions. */
export const pageTexts = {
  site: { en: enSite, es: esSite },
  shop: { en: enShop, es: esShop },
  checkout: { en: enCheckout, es: esCheckout },
  wholesale: { en: enWholesale, es: esWholesale },
  stores: { en: enStores, es: esStores },
} as const satisfies Record<string, Table<string>>;
