import * as z from 'zod/mini';
import { blockText, lineText } from '#shared/core/fields.ts';
import { MAX_GIFT_NOTE } from './gift.ts';

/** Collapses runs of blank lines into one. */
const tidy = (note: string) => note.replace(/\r\n?/g, '\n').replace(/\n\s*\n/g, '\n\n');

/**
 * A gift: the recipient, if it is not the buyer, and the note on the packing slip. Plain text of any script; missing,
 * `null` and blank values are omitted from the output.
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
