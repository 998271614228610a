import * as z from 'zod/mini';
import { blockText, lineText } from '#shared/core/fields.ts';
import { MAX_GIFT_NOTE } from './gift.ts';

/** No more than one blank line together, so that a note stays a note. */
const tidy = (note: string) => note.replace(/\r\n?/g, '\n').replace(/\n\s*\n/g, '\n\n');

/**
 * A gift of the checkout: who gets the parcel when that is not the buyer, and what the packing slip says. Plain text of any
 * script; missing, `null` and blank are all left out of the output.
 */
export const giftFields = {
  recipientName: z.optional(
    z.pipe(
      z.nullable(lineText(100, { min: 0 })),
      z.transform((name): string | undefined => name || undefined),
    ),
  ),
  giftNote: z.optional(
    z.pipe(
      z.nullable(blockText(MAX_GIFT_NOTE)),
      z.transform((note): string | undefined => (note ? tidy(note) : undefined)),
    ),
  ),
};
