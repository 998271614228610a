import type { DiscountCode } from '#shared/checkout/codes.ts';

/** The shop with the code in the cart. `source` is counted with the orders that come by it. */
export function linkOf({ code }: Pick<DiscountCode, 'code'>, source?: string): string {
  const query = new URLSearchParams({ code, ...(source && { ref: source }) });
  return `${location.origin}/shop?${query}`;
}
