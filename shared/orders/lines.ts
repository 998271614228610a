import * as z from 'zod/mini';
import { forEachLanguage } from '#shared/core/language.ts';

/**
 * A line of an order as bought; prices in US cents. `name` is the one that the shopper saw; `names` has all languages,
 * `null` in orders of earlier versions. `components` are those of one unit. `discountCents` and `taxCents` are for the
 * whole line. `paidBack` units were refunded before shipping and are not sent.
 */
export const orderLineSchema = z.object({
  id: z.string(),
  name: z.string(),
  names: z.nullable(z.object(forEachLanguage(() => z.string()))),
  quantity: z.int(),
  unitPriceCents: z.int(),
  discountCents: z.int(),
  taxCents: z.int(),
  components: z.nullable(
    z.array(z.object({ id: z.string(), names: z.object(forEachLanguage(() => z.string())), quantity: z.int() })),
  ),
  paidBack: z.int(),
});
export type OrderLine = z.output<typeof orderLineSchema>;

/** The product and quantity of a line. */
export type Pieces = Pick<OrderLine, 'id' | 'quantity'>;
