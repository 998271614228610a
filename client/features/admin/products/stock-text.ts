import * as m from '#messages';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { formatCount } from '../kit/format.ts';

/** How many assortments the components allow. */
export const enoughText = ({ available }: AdminProduct) =>
  available === null
    ? m.admin_stock_parts_uncounted()
    : m.admin_stock_enough({ count: formatCount(Math.max(0, available)) });
