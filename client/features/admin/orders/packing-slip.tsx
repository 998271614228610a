import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import logo from '#brand/images/logo-compact.svg?url';
import * as m from '#messages';
import { isGift } from '#shared/checkout/gift.ts';
import { type OwnText, ownTextOf } from '#shared/content/rule-words.ts';
import type { SlipWords } from '#shared/content/texts.ts';
import { type Language, LOCALES } from '#shared/core/language.ts';
import type { PackedLot } from '#shared/lots/lots.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import { bothNumbers } from '#shared/orders/numbers.ts';
import { linesToSend } from '#shared/orders/orders.ts';
import { contentsIn, orderIn } from '#shared/orders/words.ts';
import { type Sender, senderOf } from '#shared/shipping/sender.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import { taxReasonText } from '#shared/tax/words.ts';
import { useLanguage } from '../../../lib/language.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { PrintSheets } from '../kit/detail/print-sheets.tsx';
import { shopLogo, shopName } from '../kit/shop-look.ts';
import { SlipLots, usePackedLots } from '../lots/slip-lots.tsx';
import { useFacts } from '../publishing/reads.ts';
import { addressLines } from './address.ts';

/** Prints one slip per sheet, in the customer's language with the packer's language beside it, then calls back. */
export function PrintSlips({ orders, onDone }: { orders: readonly Order[]; onDone: () => void }) {
  const packer = useLanguage();
  const { data, isError } = useFacts();
  // Read for each printing, because another tab may have published changes.
  const words = useQuery<SlipWords>({ queryKey: adminKeys.slipWords, gcTime: 0, staleTime: 0 });
  const packed = usePackedLots(orders);
  const isFailed = (isError && !data) || (words.isError && !words.data) || (packed.isError && !packed.data);
  const giveUp = useEffectEvent(() => {
    toast({ title: m.admin_slip_failed(), variant: 'destructive' });
    onDone();
  });
  // A slip without its sender would travel with the parcel.
  useEffect(() => {
    if (isFailed) giveUp();
  }, [isFailed]);
  if (!data || !words.data || !packed.data) return null;
  const sender = senderOf({ ...data.published, name: shopName() });
  const own = ownTextOf(words.data);
  return (
    <PrintSheets onDone={onDone}>
      {orders.map((order) => (
        <Slip
          key={order.id}
          sender={sender}
          own={own}
          order={orderIn(order, order.preferredLanguage, own)}
          packed={orderIn(order, packer)}
          packer={packer}
          lots={packed.data.find(({ orderId }) => orderId === order.id)?.lots ?? []}
        />
      ))}
    </PrintSheets>
  );
}

type SlipProps = {
  sender: Sender;
  own: OwnText;
  order: Order;
  packed: Order;
  packer: Language;
  lots: readonly PackedLot[];
};

/** @param own the owner's wording @param packed the same order in the packer's language */
function Slip({ sender, own, order, packed, packer, lots }: SlipProps) {
  const language = order.preferredLanguage;
  const inLanguage = { locale: language } as const;
  const taxReason = taxReasonText(order.taxLines[0], language, own);
  return (
    <article className="slip" lang={language}>
      <SlipHead sender={sender} order={order} />
      <h2 className="mt-8 font-sans text-sm font-bold">{m.admin_slip_ship_to({}, inLanguage)}</h2>
      <address className="mt-1 text-lead not-italic">
        {addressLines(order).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      {order.shippingMethod && (
        <p className="mt-3">
          {m.admin_slip_shipping({}, inLanguage)}: {order.shippingMethod}
          {order.shippingCarrier && `, ${order.shippingCarrier}`}
        </p>
      )}
      <SlipLines order={order} packed={packed} packer={packer} />
      <SlipLots order={order} lots={lots} />
      {taxReason && !isGift(order) && (
        <p className="mt-3">
          {m.admin_line_tax({}, inLanguage)}: {taxReason}
        </p>
      )}
      {isGift(order) && (
        <div className="mt-8">
          <p className="font-bold">
            {m.admin_slip_gift({}, inLanguage)} <bdi>{order.customerName}</bdi>
          </p>
          <p className="mt-1 whitespace-pre-wrap text-lead wrap-anywhere [unicode-bidi:plaintext] empty:hidden">
            {order.giftNote}
          </p>
        </div>
      )}
      {order.notesOnSlip && order.notes !== '' && (
        <p className="mt-8 whitespace-pre-wrap">
          <strong>{m.admin_slip_notes({}, inLanguage)}:</strong> {order.notes}
        </p>
      )}
      <p className="mt-8">{m.admin_slip_thanks({ shop: sender.name }, inLanguage)}</p>
    </article>
  );
}

function SlipHead({ sender, order }: Pick<SlipProps, 'sender' | 'order'>) {
  const language = order.preferredLanguage;
  const inLanguage = { locale: language } as const;
  const { name: shop, street, city, state, zipCode, email, phone } = sender;
  const date = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeZone: shopZone(),
  }).format(new Date(order.createdAt));
  return (
    <header className="flex items-start justify-between gap-8">
      <div>
        <img src={logo} alt={shop} width="927" height="160" className="h-12 w-auto" {...shopLogo()} />
        <p className="mt-2 text-sm">
          {street}, {city}, {state} {zipCode}
          <br />
          {email} · {phone}
        </p>
      </div>
      <div className="text-right">
        <h1 className="text-h3">{m.admin_slip_title({}, inLanguage)}</h1>
        <p className="mt-1 font-semibold tabular-nums">
          {m.admin_slip_order({ number: bothNumbers(order) }, inLanguage)}
        </p>
        <p>{date}</p>
      </div>
    </header>
  );
}

/** The contents of the parcel in the customer's language and, if different, in the packer's. */
function SlipLines({ order, packed, packer }: Pick<SlipProps, 'order' | 'packed' | 'packer'>) {
  const names = linesToSend(packed.lines).map(({ name }) => name);
  const language = order.preferredLanguage;
  const inLanguage = { locale: language } as const;
  return (
    <table className="mt-8 w-full border-collapse">
      <thead>
        <tr className="border-b-2 border-current text-left">
          <th scope="col" className="w-28 py-2">
            {m.admin_slip_quantity({}, inLanguage)}
          </th>
          <th scope="col" className="py-2">
            {m.admin_slip_item({}, inLanguage)}
          </th>
        </tr>
      </thead>
      <tbody>
        {linesToSend(order.lines).map((line, at) => (
          <tr key={line.id} className="border-b border-current">
            <td className="py-2.5 text-lead font-bold tabular-nums">{line.quantity}</td>
            <td className="py-2.5">
              {line.name}
              {names[at] !== line.name && <span className="block text-sm">{names[at]}</span>}
              <Contents line={line} language={language} packer={packer} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The components to pack for an assortment, for customer and packer. */
function Contents({ line, language, packer }: { line: OrderLine; language: Language; packer: Language }) {
  const packed = contentsIn(line, packer);
  return contentsIn(line, language).map(({ id, quantity, name }, at) => (
    <span key={id} className="block pl-4">
      <strong className="tabular-nums">{quantity}</strong> × {name}
      {packed[at]?.name !== name && ` · ${packed[at]?.name}`}
    </span>
  ));
}
