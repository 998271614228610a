/** As much as fits on a packing slip. */
export const MAX_GIFT_NOTE = 300;

type Gift = { recipientName?: string | null | undefined; giftNote?: string | null | undefined };

/** Whether it has another recipient or a note. */
export const isGift = ({ recipientName, giftNote }: Gift): boolean => Boolean(recipientName || giftNote);

/** The name on the parcel; mails still go to the buyer. */
export const parcelName = ({ customerName, recipientName }: Gift & { customerName: string }): string =>
  recipientName || customerName;
