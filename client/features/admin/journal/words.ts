import * as m from '#messages';
import { DEFAULT_LIST } from '#shared/accounts/price-lists.ts';
import type { JournalLine } from '#shared/admin/journal.ts';
import { adminPath } from '#shared/admin/paths.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { templateLabel } from '../emails/template-labels.ts';
import { formatAmount, formatCents, formatMoment } from '../kit/format.ts';
import { emailStatusLabels, inquiryStatusLabels, orderStatusLabels } from '../kit/labels.ts';
import { kindWords } from '../publishing/kinds.ts';
import type { ThingNames } from '../publishing/use-thing-names.ts';
import { columnLabel, whoOf } from './labels.ts';

type Subject = NonNullable<JournalLine['subject']>;
type Values = Readonly<Record<string, unknown>>;
export type Change = { field: string; from: string; to: string };

/** Things beside the content, by kind: their words, and the path of their detail. */
const THINGS: Readonly<Record<string, { name(thing: Subject): string; path?(id: string): string }>> = {
  order: {
    name: ({ id }) => m.admin_journal_order({ number: orderNumber(id) }),
    path: (open) => adminPath('orders', { open }),
  },
  inquiry: {
    name: ({ name }) => m.admin_journal_inquiry({ name }),
    path: (open) => adminPath('wholesale', { open }),
  },
  account: {
    // A change of its people has no name.
    name: ({ name }) => (name ? m.admin_journal_account({ name }) : m.admin_journal_account_person()),
    path: (open) => adminPath('accounts', { open }),
  },
  'price-list': {
    name: () => m.admin_journal_price_list(),
    path: (id) => adminPath('accounts', id === DEFAULT_LIST ? {} : { open: id }),
  },
  code: { name: ({ name }) => m.admin_journal_code({ name }), path: (open) => adminPath('codes', { open }) },
  lot: { name: ({ name }) => m.admin_journal_lot({ name }), path: (open) => adminPath('lots', { open }) },
  recall: { name: () => m.admin_journal_recall(), path: (id) => adminPath('lots', { open: `recall-${id}` }) },
  tax: { name: ({ name }) => m.admin_journal_tax({ name }), path: () => adminPath('taxes') },
  store: { name: ({ name }) => m.admin_journal_store({ name }), path: (open) => adminPath('stores', { open }) },
  template: {
    name: ({ name }) => m.admin_journal_template({ name: templateLabel(name) }),
    path: () => adminPath('emails'),
  },
  mail: { name: () => m.admin_journal_mail(), path: () => adminPath('emails', { view: 'outbox' }) },
  picture: { name: ({ name }) => m.admin_journal_picture({ name }) },
  written_order: {
    name: () => m.admin_journal_written(),
    path: (open) => adminPath('written', { open }),
  },
  anomaly: { name: () => m.admin_journal_anomaly() },
  setting: {
    name: ({ id }) =>
      id.startsWith('admin_password') ? m.admin_journal_password() : m.admin_journal_setting({ name: id }),
    path: () => adminPath('settings'),
  },
  person: { name: ({ name, id }) => m.admin_journal_person({ name: name || id }), path: () => adminPath('settings') },
  session: { name: () => m.admin_journal_session(), path: () => `${adminPath('settings')}#sessions` },
};

const isContent = (kind: string) => kindWords(kind) !== kindWords('');

/** What a line is about, and where it is. */
export function subjectOf(line: JournalLine, names: ThingNames): { text: string; path: string | undefined } | null {
  const { subject } = line;
  if (!subject) return null;
  const thing = THINGS[subject.kind];
  if (thing) return { text: thing.name(subject), path: thing.path?.(subject.id) };
  const { before, after } = shownValues(line);
  const text = kindWords(subject.kind).name({ ...subject, name: subject.name || subject.id, before, after }, names);
  return { text, path: isContent(subject.kind) ? kindWords(subject.kind).pathOf(subject.id) : undefined };
}

/** The changed values; those of a draft are its own. */
function shownValues({ before, after }: JournalLine): { before: Values | null; after: Values | null } {
  if (!isDraft({ before, after })) return { before, after };
  const draftIn = (side: Values | null) => (side?.draft ?? null) as Values | null;
  return { before: draftIn(before), after: draftIn(after) };
}

const isDraft = ({ before, after }: Pick<JournalLine, 'before' | 'after'>) =>
  typeof (after ?? before)?.draft === 'object' || typeof before?.draft === 'object';

/** The changed fields with both values, as text. */
export function changesOf(line: JournalLine, names: ThingNames): Change[] {
  const { before, after } = shownValues(line);
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field) => ({
    field: fieldLabel(line, field),
    from: valueText(line, field, before?.[field], names),
    to: valueText(line, field, after?.[field], names),
  }));
}

/** Content has words of its own; a column of a table beside it has none. */
const hasWords = ({ subject }: JournalLine, field: string) =>
  subject !== null && isContent(subject.kind) && !field.includes('_');

function fieldLabel(line: JournalLine, field: string): string {
  return hasWords(line, field) ? kindWords(line.subject?.kind ?? '').fieldLabel(field) : columnLabel(field);
}

const MONEY = new Set('total_amount refunded_amount disputed_amount difference discount tax shipping_cost'.split(' '));
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function valueText(line: JournalLine, field: string, value: unknown, names: ThingNames): string {
  if (value === null || value === undefined || value === '') return m.admin_value_none();
  if (hasWords(line, field)) {
    try {
      return kindWords(line.subject?.kind ?? '').valueText(field, value, names);
    } catch {
      // It was cut, or is of an earlier version.
      return plainText(value);
    }
  }
  if (typeof value === 'boolean') return value ? m.admin_journal_yes() : m.admin_journal_no();
  if (typeof value === 'number') {
    if (field.endsWith('_cents')) return formatCents(value);
    if (MONEY.has(field)) return formatAmount(value.toFixed(2));
  }
  if (field === 'template_key') return templateLabel(String(value));
  if (field === 'status') return statusText(line, String(value));
  return MOMENT.test(String(value)) ? formatMoment(String(value)) : plainText(value);
}

const plainText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function statusText({ area }: JournalLine, status: string): string {
  const labels = { orders: orderStatusLabels, wholesale: inquiryStatusLabels, mails: emailStatusLabels }[
    area as 'orders'
  ];
  return (labels as Readonly<Record<string, { label: () => string }>> | undefined)?.[status]?.label() ?? status;
}

/** A line in words: who did what. */
export function sentenceOf(line: JournalLine, names: ThingNames): string {
  const who = whoOf(line);
  const what = subjectOf(line, names)?.text ?? '';
  const call = line.call ?? '';
  switch (line.action) {
    case 'sign_in':
      return fromWhere(line, m.admin_journal_sign_in({ who }));
    case 'sign_in_refused':
      // Whose it was is known only in an open session.
      if (line.staff.id !== '') return fromWhere(line, m.admin_journal_proof_refused({ who }));
      return fromWhere(line, m.admin_journal_sign_in_refused({ who }));
    case 'sign_out':
      return m.admin_journal_sign_out({ who });
    case 'export':
      return m.admin_journal_export({ who, call });
    case 'refusal':
      return m.admin_journal_refusal({ who, call });
    case 'erasure':
      return m.admin_journal_erasure({ who });
    default:
      return changeText(line, { who, what }, names);
  }
}

function changeText(line: JournalLine, words: { who: string; what: string }, names: ThingNames): string {
  const { action, area, after } = line;
  if (area === 'sessions') return m.admin_journal_ended(words);
  if (area === 'mails' && action === 'insert' && after?.to_address) {
    const name = templateLabel(String(after.template_key));
    return m.admin_journal_mailed({ ...words, name, to: String(after.to_address) });
  }
  if (isDraft(line)) {
    if (!after?.draft) return m.admin_journal_discarded(words);
    return m.admin_journal_draft({ ...words, fields: fieldNames(line, names) });
  }
  if (action === 'insert') return m.admin_journal_insert(words);
  if (action === 'delete') return m.admin_journal_delete(words);
  const [only, ...more] = changesOf(line, names);
  if (only && more.length === 0) return m.admin_journal_update_one({ ...words, ...only });
  return m.admin_journal_update({ ...words, fields: fieldNames(line, names) });
}

const fieldNames = (line: JournalLine, names: ThingNames) =>
  changesOf(line, names)
    .map(({ field }) => field)
    .join(', ');

function fromWhere({ after }: JournalLine, text: string): string {
  if (!after?.address) return text;
  const device = String(after.device ?? '') || m.admin_journal_unknown_device();
  return `${text} · ${device}, ${after.address}`;
}
