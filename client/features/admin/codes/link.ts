import type { DiscountCode } from '#shared/checkout/codes.ts';

/** The link to the shop that applies the code. Orders are counted by `source`. */
export function linkOf({ code }: Pick<DiscountCode, 'code'>, source?: string): string {
  const query = new URLSearchParams({ code, ...(source && { ref: source }) });
  return `${location.origin}/shop?${query}`;
}
