import { UNSEEN } from '#server/markdown.ts';
import type { Language } from '#shared/core/language.ts';
import { formatPrice } from '#shared/core/money.ts';
import type { Placeholder } from '#shared/emails/emails.ts';
import { PLACEHOLDER } from '#shared/emails/emails.ts';
import type { MailLook } from '#shared/emails/mail-look.ts';
import type { Say } from '../words.ts';

/** A mail's row for an amount between an order's items and its total. */
export type AmountRow = { label: string; amount: string };

/** An order's lines and amounts, in US cents where they are numbers. */
export type OrderTable = {
  lines: {
    name: string;
    quantity: number;
    priceCents: number;
    /** The allergens, as a "Contains" statement; only if the mail shows them. */
    contains?: string | undefined;
  }[];
  subtotalCents: number;
  /** In display order. */
  amounts: readonly AmountRow[];
  totalCents: number;
  /** The total is what was paid before the items were changed. */
  isChanged?: boolean;
};

/** The values of a mail's placeholders: plain text as people typed it, escaped only on output. */
export type EmailValues = Partial<Record<Exclude<Placeholder, 'orderItems'>, string>> & { orderItems?: OrderTable };
/** The input of the HTML and the text part, besides the template. */
export type RenderContext = { values: EmailValues; language: Language; say: Say; look: MailLook };

/**
 * Fills the placeholders of one piece of a template in one pass, so that placeholders inside values are not filled.
 * Unknown names stay visible.
 */
export function fillPlaceholders(
  template: string,
  values: EmailValues,
  write: { literal: (text: string) => string; value: (text: string, name: string) => string },
): string {
  let out = '';
  let end = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    const name = match[1] ?? '';
    out += write.literal(template.slice(end, match.index));
    out += Object.hasOwn(values, name)
      ? write.value(valueText(values[name as Placeholder]), name)
      : write.literal(match[0]);
    end = match.index + match[0].length;
  }
  return out + write.literal(template.slice(end));
}

function valueText(value: string | OrderTable | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : value.lines.map((l) => `${l.quantity} × ${l.name}`).join(', ');
  return text.replace(UNSEEN, '');
}

/** The shipping price in a mail. */
export function shippingText(cents: number | null, language: Language, say: Say): string {
  if (cents === null) return '';
  return cents === 0 ? say('free') : formatPrice(cents, language);
}

/** A subject is one header line, whatever its values contain. */
export function renderSubject(template: string, values: EmailValues): string {
  const plain = (text: string) => text;
  const filled = fillPlaceholders(template, values, { literal: plain, value: plain });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  const line = filled.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return line.length > 250 ? `${[...line].slice(0, 249).join('')}…` : line;
}
