import * as z from 'zod/mini';
import { forEachLanguage } from '#shared/core/language.ts';

/**
 * A line of an order, as it was bought; prices in US cents. `name` is the one that the shopper saw, `names` the same in all
 * languages, `null` in orders of earlier versions. `components` is what one of it was made of. `discountCents` and `taxCents`
 * are the whole line's. `paidBack` of its pieces were paid back before the order was shipped, and are not sent.
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

/** The part of a line that says what was bought. */
export type Pieces = Pick<OrderLine, 'id' | 'quantity'>;
