import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import * as m from '#messages';
import { TextField } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { type CardField, type CardText, findCardErrors, formatCardNumber, formatExpiry } from './card-text.ts';
import { PayButton } from './pay-button.tsx';
import type { PaymentFormProps } from './port.ts';
import { confirmPayment } from './sandbox-confirm.ts';

const TEST_CARDS = [
  { number: '4242 4242 4242 4242', result: m.checkout_sandbox_succeeds },
  { number: '4000 0000 0000 0002', result: m.checkout_sandbox_declined },
  { number: '4000 0025 0000 3155', result: m.checkout_sandbox_asks },
] as const;
const ERROR_TEXTS: Record<CardField, () => string> = {
  cardNumber: m.checkout_card_number_invalid,
  expiry: m.checkout_card_expiry_invalid,
  cvc: m.checkout_card_cvc_invalid,
};

/** The card form of the embedded payment provider. It says that no card is charged, and what each test number does. */
export default function SandboxForm({
  payment,
  totalCents,
  isBusy,
  onSubmit,
  onOutcome,
  returnPath,
}: PaymentFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [card, setCard] = useState<CardText>({ cardNumber: '', expiry: '', cvc: '' });
  const [isAsked, setAsked] = useState(false);
  const errors = findCardErrors(card);

  async function onPay(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    const [first] = errors;
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    if (!(await onSubmit())) return;
    const outcome = await confirmPayment(payment.clientSecret, card, returnPath);
    if (outcome) onOutcome(outcome);
  }

  const field = (name: CardField, format: (text: string, before: string) => string) => ({
    name,
    id: `card-${name}`,
    value: card[name],
    readOnly: isBusy,
    inputMode: 'numeric' as const,
    error: isAsked && errors.includes(name) ? ERROR_TEXTS[name]() : undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      isBusy || setCard({ ...card, [name]: atCaret(target, format, card[name]) }),
  });

  return (
    <form ref={form} noValidate onSubmit={onPay}>
      <TestCards onChoose={(cardNumber) => isBusy || setCard({ cardNumber, expiry: '12 / 34', cvc: '123' })} />
      <div className="grid grid-cols-2 gap-x-5 gap-y-5">
        <TextField
          {...field('cardNumber', formatCardNumber)}
          label={m.checkout_card_number()}
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
          required
          fieldClass="col-span-2"
          className="tabular-nums"
        />
        <TextField
          {...field('expiry', formatExpiry)}
          label={m.checkout_card_expiry()}
          autoComplete="cc-exp"
          required
          className="tabular-nums"
        />
        <TextField
          {...field('cvc', (text) => text.replace(/\D/g, '').slice(0, 4))}
          label={m.checkout_card_cvc()}
          autoComplete="cc-csc"
          required
          className="tabular-nums"
        />
      </div>
      <PayButton totalCents={totalCents} isBusy={isBusy} />
    </form>
  );
}

function TestCards({ onChoose }: { onChoose: (number: string) => void }) {
  return (
    <div className="mb-6 rounded-field bg-second-light/45 px-4 py-4">
      <p className="flex items-start gap-2 font-semibold">
        <Icon name="check" className="mt-0.5 size-5 text-second" />
        <span>{m.checkout_sandbox_heading()}</span>
      </p>
      <p className="mt-1 text-[0.95rem] leading-snug">{m.checkout_sandbox_text()}</p>
      <ul className="mt-2">
        {TEST_CARDS.map(({ number, result }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-2.5 text-[0.95rem] leading-snug">
            <button
              type="button"
              aria-label={m.checkout_sandbox_use({ number })}
              onClick={() => onChoose(number)}
              className="min-h-11 text-left font-semibold text-second tabular-nums underline decoration-second/50 underline-offset-4 hover:decoration-second sm:min-h-9"
            >
              {number}
            </button>
            <span>{result()}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Formats the input and keeps the caret after the same digit. */
function atCaret(input: HTMLInputElement, format: (text: string, before: string) => string, before: string): string {
  const { value, selectionStart } = input;
  const shown = format(value, before);
  if (selectionStart !== null && selectionStart < value.length) {
    const caret = format(value.slice(0, selectionStart), '').length;
    requestAnimationFrame(() => input.setSelectionRange(caret, caret));
  }
  return shown;
}
