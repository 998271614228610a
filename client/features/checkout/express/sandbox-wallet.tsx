import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as m from '#messages';
import { formatPrice } from '#shared/core/money.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { confirmPayment } from '../payment/sandbox-confirm.ts';
import type { Sheet, SheetRate, Wallet, WalletButtonProps, WalletBuyer } from './port.ts';

const BUYER = { fullName: 'Yolanda Pérez', email: 'yolanda@example.com', phone: '+1 305-555-0100' };
/** The last one lives abroad. */
const BUYERS: readonly [WalletBuyer, ...WalletBuyer[]] = [
  {
    ...BUYER,
    ...{
      addressLine1: '100 Biscayne Blvd',
      addressLine2: '',
      city: 'Miami',
      state: 'FL',
      zipCode: '33132',
      country: 'US',
    },
  },
  {
    ...BUYER,
    ...{
      addressLine1: '350 Fifth Avenue',
      addressLine2: '',
      city: 'New York',
      state: 'NY',
      zipCode: '10118',
      country: 'US',
    },
  },
  {
    ...BUYER,
    ...{
      addressLine1: '290 Bremner Blvd',
      addressLine2: '',
      city: 'Toronto',
      state: 'ON',
      zipCode: 'M5V 3L9',
      country: 'CA',
    },
  },
];
const CARDS = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' };

/** The sandbox's counterpart of a wallet's button. */
export default function SandboxWallet({ wallet }: WalletButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="min-h-13 w-full" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {m.checkout_express_sandbox()}
      </Button>
      {isOpen && <WalletSheet wallet={wallet} onClose={() => setOpen(false)} />}
    </>
  );
}

type SheetProps = { wallet: Wallet; onClose: () => void };

/** The wallet's sheet. Like a real one, it shows only what the shop answers. */
function WalletSheet({ wallet, onClose }: SheetProps) {
  const [buyer, setBuyer] = useState(BUYERS[0]);
  const [sheet, setSheet] = useState<Sheet | 'asking' | 'refused'>('asking');
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(buyer);

  async function choose(chosen: WalletBuyer) {
    latest.current = chosen;
    setBuyer(chosen);
    setSheet('asking');
    const answer = (await wallet.changePlace(chosen)) ?? 'refused';
    if (latest.current === chosen) setSheet(answer);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the sheet opens
  useEffect(() => {
    wallet.open();
    void choose(buyer);
  }, []);
  async function pay(cardNumber: string) {
    setBusy(true);
    await wallet.pay(buyer, async ({ clientSecret }) => {
      const card = { cardNumber, expiry: '12 / 34', cvc: '123' };
      return (await confirmPayment(clientSecret, card)) ?? { type: 'open' };
    });
    onClose();
  }

  return (
    <WalletDialog isBusy={isBusy} onClose={onClose}>
      <p className="text-[0.95rem] leading-snug text-ink-soft">{m.checkout_sandbox_heading()}</p>
      <Choices legend={m.checkout_ship_to()}>
        {BUYERS.map((each) => (
          <Choice
            key={each.zipCode}
            name="wallet-address"
            isChosen={each === buyer}
            isOff={isBusy}
            onChoose={() => void choose(each)}
            label={`${each.addressLine1}, ${each.city}, ${each.state} ${each.zipCode}`}
          />
        ))}
      </Choices>
      {sheet === 'asking' && (
        <p className="grid min-h-40 place-content-center">
          <Spinner className="size-8 text-brand" label={m.checkout_calculating()} />
        </p>
      )}
      {sheet === 'refused' && (
        <p role="alert" className="mt-4 rounded-field bg-accent/30 px-4 py-3 leading-snug">
          {m.checkout_express_sandbox_refused()}
        </p>
      )}
      {typeof sheet === 'object' && (
        <PayPart sheet={sheet} isBusy={isBusy} onPay={pay} onRate={(id) => setSheet(wallet.changeRate(id) ?? sheet)} />
      )}
    </WalletDialog>
  );
}

type DialogProps = { isBusy: boolean; onClose: () => void; children: ReactNode };

function WalletDialog({ isBusy, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="wallet-heading"
      onCancel={(event) => isBusy && event.preventDefault()}
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-card bg-white p-5 text-ink shadow-lift backdrop:bg-ink/55"
    >
      <div className="mb-2 flex items-center justify-between">
        <h2 id="wallet-heading" className="text-h3">
          {m.checkout_express_sandbox_heading()}
        </h2>
        <button
          type="button"
          aria-label={m.checkout_express_sandbox_close()}
          disabled={isBusy}
          // Returns the focus to the button, as Escape does.
          onClick={() => dialog.current?.close()}
          className="-mr-2 grid size-11 place-items-center rounded-full hover:bg-tint"
        >
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

type PayPartProps = {
  sheet: Sheet;
  isBusy: boolean;
  onRate: (id: string) => void;
  onPay: (cardNumber: string) => Promise<void>;
};

function PayPart({ sheet: { totalCents, lines, rates }, isBusy, onRate, onPay }: PayPartProps) {
  const language = useLanguage();
  const total = formatPrice(totalCents, language);
  const [chosen] = rates;
  // The shop lists the chosen rate first; here the order stays, so that nothing moves while the shopper reads.
  const [order] = useState(() => rates.map(({ id }) => id));
  const inOrder = order.flatMap((id): SheetRate[] => rates.filter((rate) => rate.id === id));
  const amounts = [...lines, { label: m.checkout_summary_shipping(), amountCents: chosen?.amountCents ?? 0 }];
  return (
    <>
      <Choices legend={m.checkout_shipping_heading()}>
        {inOrder.map(({ id, label, detail, amountCents }) => (
          <Choice
            key={id}
            name="wallet-rate"
            isChosen={id === chosen?.id}
            isOff={isBusy}
            onChoose={() => onRate(id)}
            label={`${label} ${detail}`}
            amount={amountCents === 0 ? m.checkout_free() : formatPrice(amountCents, language)}
          />
        ))}
      </Choices>
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t-2 border-line pt-3 text-[0.95rem]">
        {amounts.map(({ label, amountCents }) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="text-right tabular-nums">{formatPrice(amountCents, language)}</dd>
          </div>
        ))}
        <dt className="mt-1 self-center font-semibold">{m.checkout_summary_total()}</dt>
        <dd className="mt-1 text-right font-display text-[1.4rem] leading-none">{total}</dd>
      </dl>
      <Button size="large" className="mt-4 w-full" isBusy={isBusy} onClick={() => void onPay(CARDS.good)}>
        {isBusy ? m.checkout_processing() : m.checkout_pay({ amount: total })}
      </Button>
      <Button variant="quiet" className="mt-2 w-full" disabled={isBusy} onClick={() => void onPay(CARDS.declined)}>
        {m.checkout_express_sandbox_decline()}
      </Button>
    </>
  );
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {children}
    </fieldset>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  amount?: string;
  isChosen: boolean;
  isOff: boolean;
  onChoose: () => void;
};

function Choice({ name, label, amount, isChosen, isOff, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1 text-[0.95rem] leading-snug">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        disabled={isOff}
        onChange={onChoose}
        className="size-5 shrink-0 accent-brand"
      />
      <span className="min-w-0 grow">{label}</span>
      {amount && <span className="font-semibold tabular-nums">{amount}</span>}
    </label>
  );
}
