import * as m from '#messages';
import type { WrittenOrder } from '#shared/written-orders/written-orders.ts';
import { CopyButton } from '../kit/detail/copy-button.tsx';

type Props = { written: WrittenOrder; payUrl: string };

/** Two ways to send a link by hand. */
export function LinkButtons({ written: { customerName: name, phone, message }, payUrl }: Props) {
  return (
    <>
      <CopyButton text={payUrl} label={m.admin_written_copy()} name={m.admin_written_copy_of({ name })} />
      <a
        className="text-button"
        aria-label={m.admin_written_whatsapp_of({ name })}
        href={whatsAppUrl(phone, message ?? payUrl)}
        target="_blank"
        rel="noreferrer"
      >
        {m.admin_written_whatsapp()}
      </a>
    </>
  );
}

/** A chat with a phone number of the country, unless it says another. */
function whatsAppUrl(phone: string, text: string): string {
  const digits = phone.replace(/\D/g, '');
  return `https://wa.me/${digits.length === 10 ? `1${digits}` : digits}?text=${encodeURIComponent(text)}`;
}
