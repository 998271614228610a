import type { Token } from 'markdown-it';
import { escapeHtml, escapeLines } from '#server/html.ts';
import { formatPrice } from '#shared/core/money.ts';
import type { MailLook } from '#shared/emails/mail-look.ts';
import type { MailWord } from '#shared/emails/mail-words.ts';
import { linkAddress, valueAddress } from '../links.ts';
import { fillPlaceholders, type OrderTable, type RenderContext } from './placeholders.ts';
import { orderTableOf, soleLinkOf } from './tokens.ts';

const textStyle = (look: MailLook) =>
  `font-family:${look.textFont};font-size:16px;line-height:1.6;color:${look.ink};word-break:break-word;`;
const titleStyle = (look: MailLook) =>
  `font-family:${look.displayFont};font-weight:400;line-height:1.15;color:${look.brand};`;
const linkStyle = (look: MailLook) => `color:${look.link};text-decoration:underline;font-weight:600;`;

/** The only elements that a template can produce; other Markdown elements are left out. */
function blocksOf(look: MailLook): Record<string, { open: string; close: string }> {
  const [text, title] = [textStyle(look), titleStyle(look)];
  return {
    h1: { open: `<h1 class="brand" style="margin:0 0 16px;${title}font-size:28px;">`, close: '</h1>' },
    h2: { open: `<h2 class="brand" style="margin:32px 0 8px;${title}font-size:20px;">`, close: '</h2>' },
    h3: {
      open: `<h3 class="ink" style="margin:24px 0 8px;${text}font-weight:700;">`,
      close: '</h3>',
    },
    p: { open: `<p class="ink" style="margin:0 0 16px;${text}">`, close: '</p>' },
    ul: { open: `<ul class="ink" style="margin:0 0 16px;padding:0 0 0 22px;${text}">`, close: '</ul>' },
    ol: { open: `<ol class="ink" style="margin:0 0 16px;padding:0 0 0 22px;${text}">`, close: '</ol>' },
    li: { open: '<li style="margin:0 0 6px;">', close: '</li>' },
    blockquote: {
      open: `<blockquote class="rule" style="margin:0 0 16px;padding:0 0 0 16px;border-left:4px solid ${look.accent};">`,
      close: '</blockquote>',
    },
  };
}

/** Styled HTML for the inside of the layout; every value is escaped. */
export function renderHtml(tokens: Token[], context: RenderContext): string {
  const blocks = blocksOf(context.look);
  let out = '';
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token) continue;
    const block = blocks[token.tag];
    const inline = tokens[i + 1];
    if (token.type === 'paragraph_open' && !token.hidden && inline?.type === 'inline') {
      const whole = wholeParagraph(inline, context);
      if (whole !== null) {
        out += whole;
        i += 2;
        continue;
      }
    }
    if (token.type === 'inline') out += inlineHtml(token.children ?? [], context);
    else if (token.type === 'hr') out += rule(context.look);
    else if (token.hidden || !block) continue;
    else out += token.nesting === 1 ? block.open : block.close;
  }
  return out;
}

/** A paragraph with a special layout: the order's table, or a single link, which becomes a button. */
function wholeParagraph(inline: Token, context: RenderContext): string | null {
  const table = orderTableOf(inline, context.values);
  if (table) return orderTable(table, context);
  const link = soleLinkOf(inline);
  const address = link && linkAddress(String(link.attrGet('href') ?? ''), context.values);
  if (!address) return null;
  return button(address, inlineHtml((inline.children ?? []).slice(1, -1), context, 1), context.look);
}

function inlineHtml(children: Token[], context: RenderContext, linkDepth = 0): string {
  const open: (string | null)[] = [];
  let depth = linkDepth;
  let out = '';
  const fill = (text: string) =>
    fillPlaceholders(text, context.values, {
      literal: escapeHtml,
      value: (value, name) => {
        // Prevents a line break at the hyphens of a phone number.
        if (name === 'brandPhone') return `<span style="white-space:nowrap;">${escapeHtml(value)}</span>`;
        const address = depth === 0 ? valueAddress(name, value) : null;
        return address ? `${anchor(address, context.look)}${escapeLines(value)}</a>` : escapeLines(value);
      },
    });
  for (const child of children) {
    if (child.type === 'link_open') {
      const address = linkAddress(String(child.attrGet('href') ?? ''), context.values);
      open.push(address);
      if (address) {
        depth++;
        out += anchor(address, context.look);
      }
    } else if (child.type === 'link_close') {
      if (open.pop()) {
        depth--;
        out += '</a>';
      }
    } else if (child.type === 'softbreak' || child.type === 'hardbreak') out += '<br>';
    else if (child.tag === 'strong' || child.tag === 'em' || child.tag === 's') {
      out += child.nesting === 1 ? `<${child.tag}>` : `</${child.tag}>`;
    } else out += fill(child.content);
  }
  return out;
}

function anchor(address: string, look: MailLook): string {
  return `<a class="link" href="${escapeHtml(address)}" style="${linkStyle(look)}">`;
}

function rule(look: MailLook): string {
  return `<hr class="rule" style="margin:24px 0;border:0;border-top:1px solid ${look.line};">`;
}

/** A table cell with its own background, because Outlook ignores the padding of links. */
function button(address: string, label: string, look: MailLook): string {
  return (
    '<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;"><tbody><tr>' +
    `<td align="center" bgcolor="${look.brand}" style="border-radius:8px;background-color:${look.brand};">` +
    `<a href="${escapeHtml(address)}" style="display:inline-block;padding:13px 26px;border:1px solid ${look.brand};border-radius:8px;` +
    `font-family:${look.textFont};font-size:16px;line-height:1.2;font-weight:700;color:${look.onBrand};text-decoration:none;">${label}</a>` +
    '</td></tr></tbody></table>'
  );
}

function orderTable(table: OrderTable, { language, say, look }: RenderContext): string {
  const text = textStyle(look);
  const label = (word: MailWord) => escapeHtml(say(word));
  const price = (cents: number) => escapeHtml(formatPrice(cents, language));
  const cell = `padding:12px 0;border-bottom:1px solid ${look.line};vertical-align:top;${text}`;
  const head = `padding:0 0 8px;border-bottom:2px solid ${look.accent};font-family:${look.textFont};font-size:13px;font-weight:600;letter-spacing:0.06em;text-transform:uppercase;color:${look.inkSoft};`;
  const lines = table.lines
    .map((l) => {
      const each =
        l.quantity > 1
          ? `<br><span class="soft" style="font-size:14px;color:${look.inkSoft};">${price(l.priceCents)} ${label('each')}</span>`
          : '';
      const contains = l.contains ? `<br>${escapeHtml(`${say('contains')} ${l.contains}`)}` : '';
      return (
        `<tr><th scope="row" align="left" class="ink rule" style="${cell}font-weight:400;text-align:left;">` +
        `<strong>${l.quantity}&nbsp;×</strong> ${escapeHtml(l.name)}${contains}${each}</th>` +
        `<td align="right" class="ink rule" style="${cell}text-align:right;white-space:nowrap;padding-left:16px;">${price(l.quantity * l.priceCents)}</td></tr>`
      );
    })
    .join('');
  const sum = (name: string, amount: string, style: string) =>
    `<tr><th scope="row" align="left" class="ink" style="${text}padding:${style}text-align:left;">${name}</th>` +
    `<td align="right" class="ink" style="${text}padding:${style}text-align:right;white-space:nowrap;">${amount}</td></tr>`;
  const small = '4px 0;font-weight:400;';
  const amounts = table.amounts
    .map(({ label: name, amount }) => sum(escapeHtml(name), escapeHtml(amount), small))
    .join('');
  return (
    '<table width="100%" border="0" cellpadding="0" cellspacing="0" style="width:100%;margin:20px 0 24px;border-collapse:collapse;">' +
    `<thead><tr><th scope="col" align="left" class="soft" style="${head}text-align:left;">${label('item')}</th>` +
    `<th scope="col" align="right" class="soft" style="${head}text-align:right;">${label('amount')}</th></tr></thead><tbody>` +
    lines +
    sum(label('subtotal'), price(table.subtotalCents), `12px 0 4px;font-weight:400;`) +
    amounts +
    sum(
      label(table.isChanged ? 'totalPaid' : 'total'),
      price(table.totalCents),
      '4px 0;font-weight:700;font-size:18px;',
    ) +
    '</tbody></table>'
  );
}
