import { useState } from 'react';
import * as m from '#messages';
import { MAX_GIFT_NOTE } from '#shared/checkout/gift.ts';
import type { Fields } from '../../../lib/use-fields.ts';
import { TextAreaField, TextField } from '../../../ui/form.tsx';
import type { AddressDraft } from '../checkout-machine.ts';
import type { AddressField } from './address-rules.ts';
import { Fold } from './fold.tsx';

type Props = Pick<Fields<AddressField>, 'field'> & {
  address: AddressDraft;
  /** While rates are fetched for the current values. */
  isReadOnly: boolean;
};

/** A gift: its recipient and the text on its slip. The values are sent, so the fold stays open while there are any. */
export function GiftFields({ field: choice, address, isReadOnly }: Props) {
  const [isAsked, setAsked] = useState(false);
  const isOpen = isAsked || address.recipientName !== '' || address.giftNote !== '';
  const field = (name: AddressField) => ({ ...choice(name), readOnly: isReadOnly });
  return (
    <Fold summary={m.checkout_gift_ask()} isOpen={isOpen} onToggle={setAsked}>
      <div className="mt-2 grid gap-5">
        <p className="max-w-prose text-sm text-ink-soft">{m.checkout_gift_hint()}</p>
        <TextField
          {...field('recipientName')}
          label={m.checkout_gift_recipient()}
          hint={m.checkout_gift_recipient_hint()}
          autoComplete="off"
          dir="auto"
          maxLength={100}
          isOptional
        />
        <TextAreaField
          {...field('giftNote')}
          label={m.checkout_gift_note()}
          hint={m.checkout_gift_note_hint({ left: MAX_GIFT_NOTE - address.giftNote.length })}
          autoComplete="off"
          dir="auto"
          rows={3}
          maxLength={MAX_GIFT_NOTE}
          isOptional
        />
      </div>
    </Fold>
  );
}
