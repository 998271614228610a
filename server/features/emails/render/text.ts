import type { Token } from 'markdown-it';
import { formatPrice } from '#shared/core/money.ts';
import { linkAddress } from '../links.ts';
import { fillPlaceholders, type OrderTable, type RenderContext } from './placeholders.ts';
import { orderTableOf } from './tokens.ts';

const WIDTH = 60;

/** The plain text part, for mail programs without HTML, screen readers and search. */
export function renderText(tokens: Token[], context: RenderContext): string {
  const blocks: string[] = [];
  const lists: { next: number | null }[] = [];
  let quotes = 0;
  let isItemStart = false;
  const add = (block: string) => {
    const depth = Math.max(0, lists.length - 1);
    const list = lists.at(-1);
    let first = '';
    if (list) first = isItemStart ? (list.next === null ? '- ' : `${list.next++}. `) : '  ';
    const indent = '  '.repeat(depth);
    const quote = '> '.repeat(quotes);
    const lines = block
      .split('\n')
      .map((line, i) => quote + indent + (i === 0 ? first : ' '.repeat(first.length)) + line);
    // No empty line between the items of a list.
    const isTight = list !== undefined && (isItemStart ? blocks.at(-1)?.startsWith('\u0000') : true);
    const text = (list ? '\u0000' : '') + lines.join('\n');
    if (isTight && blocks.length > 0) blocks.push(`${blocks.pop()}\n${text.slice(1)}`);
    else blocks.push(text);
    isItemStart = false;
  };
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'bullet_list_open') lists.push({ next: null });
    else if (token.type === 'ordered_list_open') lists.push({ next: Number(token.attrGet('start') ?? 1) });
    else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') {
      lists.pop();
      if (lists.length === 0 && blocks.length > 0) blocks.push((blocks.pop() ?? '').replace('\u0000', ''));
    } else if (token.type === 'list_item_open') isItemStart = true;
    else if (token.type === 'blockquote_open') quotes++;
    else if (token.type === 'blockquote_close') quotes--;
    else if (token.type === 'hr') add('-'.repeat(20));
    else if (token.type === 'inline') {
      const table = orderTableOf(token, context.values);
      const text = table ? orderLines(table, context) : inlineText(token.children ?? [], context);
      const before = tokens[i - 1];
      if (before?.type !== 'heading_open') add(text);
      else add(`${text}\n${(before.tag === 'h1' ? '=' : '-').repeat(Math.min(WIDTH, [...text].length))}`);
    }
  }
  return blocks.map((block) => block.replaceAll('\u0000', '')).join('\n\n');
}

function inlineText(children: Token[], { values }: RenderContext): string {
  const plain = (text: string) => text;
  const fill = (text: string) => fillPlaceholders(text, values, { literal: plain, value: plain });
  let out = '';
  const links: { address: string | null; start: number }[] = [];
  for (const child of children) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') out += '\n';
    else if (child.type === 'link_open') {
      links.push({ address: linkAddress(String(child.attrGet('href') ?? ''), values), start: out.length });
    } else if (child.type === 'link_close') {
      const link = links.pop();
      const label = out.slice(link?.start);
      const address = link?.address;
      if (address && label !== address && `mailto:${label}` !== address) out += `: ${address}`;
    } else out += fill(child.content);
  }
  return out;
}

function orderLines(table: OrderTable, { language, say }: RenderContext): string {
  const row = (label: string, amount: string) =>
    label.length + amount.length + 2 <= WIDTH
      ? label + ' '.repeat(WIDTH - label.length - amount.length) + amount
      : `${label}\n${amount.padStart(WIDTH)}`;
  const rows = table.lines.flatMap((l) => [
    row(`${l.quantity} × ${l.name}`, formatPrice(l.quantity * l.priceCents, language)),
    ...(l.contains ? [`  ${say('contains')} ${l.contains}`] : []),
  ]);
  rows.push('-'.repeat(WIDTH), row(say('subtotal'), formatPrice(table.subtotalCents, language)));
  rows.push(...table.amounts.map(({ label, amount }) => row(label, amount)));
  rows.push(row(say(table.isChanged ? 'totalPaid' : 'total'), formatPrice(table.totalCents, language)));
  return rows.join('\n');
}
