import type { FormEvent } from 'react';
import * as m from '#messages';
import { formatPrice } from '#shared/core/money.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { useLanguage } from '../../lib/language.ts';
import { shippingMethod } from '../../lib/shipping-method.ts';
import { textOf } from '../../lib/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { getProduct } from '../cart/cart-prices.ts';
import type { Checkout } from './checkout-machine.ts';
import { dispatchCheckout } from './checkout-store.ts';
import { Chosen } from './chosen.tsx';
import type { ShippingOption } from './shipping-option.ts';
import { startPayment } from './start-payment.ts';
import { StepHeading } from './step-heading.tsx';
import { useOneAtATime } from './use-one-at-a-time.ts';

type Props = { checkout: Extract<Checkout, { step: 'shipping' }> };

/** Step two: shipping. The cheapest rate is preselected; the button starts the payment. */
export function ShippingStep({ checkout }: Props) {
  const { address, options, chosen, heat } = checkout;
  const option = options[chosen];

  const session = useOneAtATime(startPayment);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    session.run();
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <StepHeading>{m.checkout_shipping_heading()}</StepHeading>
      <Chosen
        label={m.checkout_ship_to()}
        changeLabel={m.checkout_change_address()}
        onChange={session.isPending ? undefined : () => dispatchCheckout({ type: 'back', to: 'address' })}
      >
        {address.recipientName || address.fullName}, {address.addressLine1}, {address.city}, {address.state}{' '}
        {address.zipCode}
      </Chosen>
      <fieldset className="mt-4 min-w-0 sm:mt-5">
        <legend className="mb-2 font-semibold">{m.checkout_shipping_legend()}</legend>
        {heat && (
          <div className="mb-4 grid gap-1 rounded-field bg-accent/30 px-4 py-3 leading-snug">
            {heat.isFast && <p>{m.checkout_heat_fast()}</p>}
            {heat.isEarlyWeek && <p>{m.checkout_heat_week()}</p>}
          </div>
        )}
        <div className="grid gap-2">
          {options.map((each, index) => (
            <RateRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown
              key={index}
              option={each}
              isChosen={index === chosen}
              onChoose={() => session.isPending || dispatchCheckout({ type: 'chose', index })}
            />
          ))}
        </div>
      </fieldset>
      <PriceChange checkout={checkout} />
      <div className="sticky bottom-0 -mx-4 mt-1 bg-white px-4 py-3 sm:static sm:m-0 sm:mt-5 sm:p-0">
        <Button
          type="submit"
          size="large"
          isBusy={session.isPending}
          aria-disabled={session.isPending}
          className="w-full aria-disabled:opacity-70 sm:w-auto"
        >
          {session.isPending ? m.checkout_opening() : m.checkout_continue()}
        </Button>
      </div>
      {option && <ChosenRate option={option} />}
    </form>
  );
}

/** Prices and a discount that differ from those shown before, old and new, and why the code has no effect. */
function PriceChange({ checkout }: Props) {
  const { code, codeError, repriced = [], discountCents = 0, discountName, fellFromCents = 0 } = checkout;
  const language = useLanguage();
  const hasFallen = fellFromCents > discountCents;
  const price = (cents: number) => formatPrice(cents, language);
  return (
    <div aria-live="polite">
      {code && codeError && (
        <p className="mt-5 rounded-field bg-accent/30 px-4 py-3 leading-snug">
          {m.checkout_code_left_out({ code: code.trim().toUpperCase() })} {textOf(codeError)}
        </p>
      )}
      {code && !codeError && discountName && (
        <p className="mt-5 rounded-field bg-accent/30 px-4 py-3 leading-snug">
          {m.checkout_code_stays({ name: discountName[language], amount: price(discountCents) })}
        </p>
      )}
      {(repriced.length > 0 || hasFallen) && (
        <div className="mt-6 rounded-field border-2 border-accent bg-accent/15 px-4 py-3 leading-snug">
          <p className="font-semibold">{m.checkout_repriced_heading()}</p>
          <ul>
            {repriced.map(({ id, beforeCents, afterCents }) => (
              <li key={id} className="mt-1">
                {m.checkout_repriced_line({
                  product: getProduct(id).name[language],
                  before: price(beforeCents),
                  after: price(afterCents),
                })}
              </li>
            ))}
            {hasFallen && (
              <li className="mt-1">
                {m.checkout_repriced_discount({ before: price(fellFromCents), after: price(discountCents) })}
              </li>
            )}
          </ul>
        </div>
      )}
    </div>
  );
}

/** The carrier of the chosen rate, and the promised days. */
function ChosenRate({ option: { serviceName, carrier, promised } }: { option: ShippingOption }) {
  const language = useLanguage();
  return (
    <p aria-live="polite" className="text-[0.92rem] leading-snug text-ink-soft sm:mt-3">
      <span>{`${carrier} ${shippingMethod(serviceName, language)}. `}</span>
      {promised && (
        <span>
          {m.checkout_promise({
            ship: promisedDay(promised.shipBy, language),
            arrive: promisedDay(promised.arriveBy, language),
          })}
        </span>
      )}
    </p>
  );
}

type RateProps = { option: ShippingOption; isChosen: boolean; onChoose: () => void };

/** A rate in one line: when it arrives, the carrier, the price. */
function RateRow({ option, isChosen, onChoose }: RateProps) {
  const { promised, estimatedDays, isFree, rateCents, serviceName, carrier } = option;
  const language = useLanguage();
  const days = estimatedDays === 1 ? m.checkout_day() : m.checkout_days({ days: estimatedDays });
  return (
    <label
      className={`flex min-h-12 cursor-pointer scroll-mb-24 flex-wrap items-center gap-x-3.5 rounded-field border-2 px-4 py-2 leading-snug transition hover:border-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-second ${
        isChosen ? 'border-brand bg-tint/50' : 'border-line bg-white'
      }`}
    >
      <input
        type="radio"
        name="shipping-option"
        checked={isChosen}
        onChange={onChoose}
        className="size-5 shrink-0 scroll-mb-24 accent-brand supports-[selector(:has(a))]:outline-none"
      />
      <span className="font-semibold first-letter:uppercase sm:min-w-28">
        {promised ? promisedDay(promised.arriveBy, language) : days}
      </span>
      <span className="min-w-0 grow text-[0.92rem] text-ink-soft">
        <span>{carrier}</span>
        <span className="max-sm:sr-only">{` ${shippingMethod(serviceName, language)}`}</span>
      </span>
      {isFree ? (
        <Badge tone="second">{m.checkout_free()}</Badge>
      ) : (
        <span className="font-semibold tabular-nums">{formatPrice(rateCents, language)}</span>
      )}
    </label>
  );
}
