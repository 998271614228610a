import type { Token } from 'markdown-it';
import type { EmailValues, OrderTable } from './placeholders.ts';

/** The order's table, if a paragraph is only `{{orderItems}}`. */
export function orderTableOf(inline: Token, values: EmailValues): OrderTable | null {
  if (inline.content.trim() !== '{{orderItems}}' || !Object.hasOwn(values, 'orderItems')) return null;
  return values.orderItems ?? null;
}

/** The link, if a paragraph is only a link, which becomes a button. */
export function soleLinkOf(inline: Token): Token | null {
  const children = inline.children ?? [];
  const [first] = children;
  if (first?.type !== 'link_open' || children.at(-1)?.type !== 'link_close') return null;
  return children.filter((child) => child.type === 'link_open').length === 1 ? first : null;
}
