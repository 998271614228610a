import { isLanguage } from '#shared/core/language.ts';
import { REMEMBERED_KEY } from '../../../lib/remembered-zip.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { type AddressDraft, EMPTY_ADDRESS } from '../checkout-machine.ts';

/** The fields kept for the next order: all except those of a gift. */
type RememberedAddress = Omit<AddressDraft, 'recipientName' | 'giftNote'>;

/** The address that the shopper asked this browser to keep, otherwise `null`. */
export const rememberedStore = createStoredValue<RememberedAddress | null>({
  key: REMEMBERED_KEY,
  area: 'local',
  initial: null,
  read: readRemembered,
});

export function toRemembered({ recipientName: _, giftNote: __, ...address }: AddressDraft): RememberedAddress {
  return address;
}

/** Leaves out unknown fields, and fields of another type. */
export function readRemembered(text: string | null): RememberedAddress | null {
  const stored: unknown = JSON.parse(text ?? 'null');
  if (typeof stored !== 'object' || stored === null) return null;
  const known = Object.entries(stored).filter(
    ([name, value]) => name in EMPTY_ADDRESS && typeof value === 'string' && name !== 'preferredLanguage',
  );
  const { preferredLanguage } = stored as { preferredLanguage?: unknown };
  return {
    ...toRemembered({ ...EMPTY_ADDRESS, ...Object.fromEntries(known) }),
    preferredLanguage: isLanguage(preferredLanguage) ? preferredLanguage : null,
  };
}

/** Whether nothing has been typed into the form yet. */
export function isUntouched(address: AddressDraft): boolean {
  return Object.values(address).every((value) => !value);
}
