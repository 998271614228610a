import * as m from '#messages';
import { RANKS, rankOf } from '#shared/admin/find-rank.ts';
import { type AdminScreenId, adminPath, adminScreenAt } from '#shared/admin/paths.ts';
import type { Role } from '#shared/admin/staff.ts';
import { PICTURES_ROW, QUESTIONS_ROW, STORIES_ROW, TEXTS_ROW } from '#shared/content/text-keys.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { openShortcuts } from '../desk/single-keys.ts';
import { mayOpen, screensFor } from '../screens.ts';
import type { FindGroup, FindRow } from './find-rows.ts';

type Text = typeof m.admin_logout;
type Place = {
  id: string;
  label: Text;
  /** Further words by which it is found in every language, with commas between them; shown below its label. */
  words?: Text | undefined;
  icon: FindRow['icon'];
  target?: string;
  run?: () => void;
  /** An action of the owner alone. */
  isOwners?: true;
};

const MAX_PLACES = 6;

/** Words for the tasks of a screen. */
const SCREEN_WORDS: Partial<Record<AdminScreenId, Text>> = {
  orders: m.admin_find_words_orders,
  products: m.admin_find_words_products,
  customers: m.admin_find_words_customers,
  codes: m.admin_find_words_codes,
  taxes: m.admin_find_words_taxes,
  emails: m.admin_find_words_emails,
  numbers: m.admin_find_words_numbers,
  account: m.admin_find_words_account,
};

const onSite = (open: string, label: Text, words: Text): Place => {
  return { id: open, label, words, icon: 'globe', target: adminPath('site', { open }) };
};
const inSettings = (id: string, label: Text, words: Text): Place => {
  return { id, label, words, icon: 'sliders', target: `${adminPath('settings')}#${id}` };
};

const inAccount = (id: string, label: Text, words: Text): Place => {
  return { id, label, words, icon: 'person', target: `${adminPath('account')}#${id}` };
};

/** Parts of screens, offered once something is typed. */
const PARTS: readonly Place[] = [
  onSite(TEXTS_ROW, m.admin_texts_title, m.admin_find_words_texts),
  onSite(PICTURES_ROW, m.admin_places_title, m.admin_find_words_pictures),
  onSite(QUESTIONS_ROW, m.admin_faq_title, m.admin_find_words_questions),
  onSite(STORIES_ROW, m.admin_stories_title, m.admin_find_words_stories),
  onSite('facts', m.admin_facts_title, m.admin_find_words_facts),
  onSite('look', m.admin_look_title, m.admin_find_words_look),
  onSite('shipping-rules', m.admin_shipping_title, m.admin_find_words_shipping),
  inAccount('password', m.admin_password_heading, m.admin_find_words_password),
  inAccount('sessions', m.admin_sessions_heading, m.admin_find_words_sessions),
  inAccount('passkeys', m.admin_passkeys_heading, m.admin_find_words_passkeys),
  inAccount('recovery-codes', m.admin_recovery_heading, m.admin_find_words_recovery),
  inSettings('helpers', m.admin_helpers_heading, m.admin_find_words_helpers),
  inSettings('people', m.admin_people_heading, m.admin_find_words_people),
  inSettings('backups', m.admin_backups_heading, m.admin_find_words_backups),
];

/** Screens, their parts and actions that match; the screens and actions while nothing is typed. */
export function findPlaces(q: string, { role, logOut }: { role: Role; logOut: () => void }): FindGroup {
  const isTheirs = ({ target, isOwners }: Place) => role === 'owner' || !(isOwners || isClosedTo(role, target));
  const all: readonly Place[] = [
    ...screensFor(role).map(({ id, label, icon, path }) => ({
      id,
      label,
      words: SCREEN_WORDS[id],
      icon,
      target: path,
    })),
    { id: 'new-product', label: m.admin_product_add, icon: 'tag', target: adminPath('products', { open: 'new' }) },
    { id: 'new-store', label: m.admin_location_add, icon: 'pin', target: adminPath('stores', { open: 'new' }) },
    { id: 'templates', label: m.admin_tab_emails, icon: 'mail', target: adminPath('emails') },
    { id: 'outbox', label: m.admin_outbox, icon: 'mail', target: adminPath('emails', { view: 'outbox' }) },
    { id: 'setup', label: m.admin_setup_heading, icon: 'sliders', target: adminPath('settings') },
    { id: 'export', label: m.admin_find_export, icon: 'down', run: downloadOrders, isOwners: true },
    { id: 'keys', label: m.admin_keys_title, icon: 'checklist', run: openShortcuts },
    { id: 'logout', label: m.admin_logout, icon: 'exit', run: logOut },
  ];
  const places = all.filter(isTheirs);
  const parts = PARTS.filter(isTheirs);
  const rows =
    q.trim() === '' ? places.map((place) => rowOf(place, RANKS.contains)) : matching([...places, ...parts], q);
  return { label: m.admin_find_places(), rows };
}

/** Whether an address is of a screen that this role does not have. */
function isClosedTo(role: Role, target: string | undefined): boolean {
  if (target === undefined) return false;
  const { pathname, searchParams } = new URL(target, location.origin);
  const at = adminScreenAt(pathname, searchParams.get('tab') ?? '');
  return at !== null && !mayOpen(role, at);
}

function matching(places: readonly Place[], q: string): FindRow[] {
  return places
    .flatMap((place) => {
      const rank = rankOf(q, textsOf(place));
      return rank === null ? [] : [rowOf(place, rank)];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_PLACES);
}

function textsOf({ label, words }: Place): string[] {
  return LANGUAGES.flatMap((locale) => [label({}, { locale }), ...(words?.({}, { locale }).split(', ') ?? [])]);
}

function rowOf({ id, label, words, isOwners: _, ...place }: Place, rank: number): FindRow {
  return { ...place, id: `place-${id}`, title: label(), ...(words && { detail: words() }), rank };
}

function downloadOrders(): void {
  const link = document.createElement('a');
  Object.assign(link, { href: '/api/admin/orders.csv', download: '' }).click();
}
