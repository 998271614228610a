import * as m from '#messages';
import { storyPath } from '#shared/content/page-address.ts';
import { spokenNumber } from '#shared/orders/numbers.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { pageContent } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { shipDays } from '../../lib/ship-days.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Container } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { TileStrip } from '../../ui/tile-strip.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import type { Checkout, Receipt } from './checkout-machine.ts';
import { dispatchCheckout } from './checkout-store.ts';
import { Lines, Totals } from './order-summary.tsx';
import { StepHeading } from './step-heading.tsx';

type Props = Extract<Checkout, { step: 'done' }>;

/** After the order: its number and status page, what happens next, and its receipt. It is printed on one sheet. */
export function SuccessPanel({ orderNumber, number, statusUrl, isEarlier, receipt }: Props) {
  return (
    <Container className="paper pt-5 pb-section sm:pt-10 xl:px-32 print:p-0">
      <div className="overflow-hidden rounded-card bg-white shadow-card">
        <TileStrip className="h-tile print:hidden" />
        <header className="px-5 py-8 text-center sm:px-12 print:pt-0 print:pb-5">
          <span className="mx-auto mb-4 grid size-14 place-items-center rounded-full bg-second text-ground print:hidden">
            <Icon name="check" className="size-8" />
          </span>
          <StepHeading as="h1">{isEarlier ? m.checkout_earlier_heading() : m.checkout_done_heading()}</StepHeading>
          <p className="mt-5 text-label font-semibold text-ink-soft uppercase">{m.checkout_done_number()}</p>
          <p
            data-never-covered=""
            className="mx-auto mt-1 w-fit rounded-field bg-tint px-6 py-1.5 font-display text-[2rem] tracking-wide text-brand"
          >
            {number !== undefined && <span className="block leading-tight">{spokenNumber(number)}</span>}
            <span className={number === undefined ? 'block' : 'block font-sans text-base text-ink-soft'}>
              {orderNumber}
            </span>
          </p>
          {isEarlier && <p className="mx-auto mt-5 max-w-prose">{m.checkout_earlier_text()}</p>}
          <div className="mt-6 flex flex-wrap justify-center gap-3 print:hidden">
            {statusUrl && <ButtonLink href={statusUrl}>{m.checkout_done_status()}</ButtonLink>}
            <Button variant="quiet" onClick={() => print()}>
              {m.checkout_done_print()}
            </Button>
          </div>
        </header>
        <div className="grid border-t-2 border-line lg:auto-cols-fr lg:grid-flow-col">
          <div className="grid content-start gap-8 px-5 py-7 empty:hidden sm:px-10 sm:py-9 print:py-5">
            {!isEarlier && <NextSteps receipt={receipt} />}
            {receipt && <ShipTo receipt={receipt} />}
          </div>
          {receipt && <Bought receipt={receipt} />}
        </div>
      </div>
      <Recipe />
      <p className="mt-8 text-center print:hidden">
        <Button variant="quiet" onClick={() => dispatchCheckout({ type: 'closed' })}>
          {m.checkout_done_again()}
        </Button>
      </p>
    </Container>
  );
}

function NextSteps({ receipt: { email, promised } = {} }: { receipt: Partial<Receipt> | undefined }) {
  const language = useLanguage();
  const steps = [
    [m.checkout_next_mail(), email ? m.checkout_done_email({ email }) : m.checkout_done_mail_link()],
    [
      m.checkout_next_pack(),
      promised
        ? m.checkout_next_ships_by({ ship: promisedDay(promised.shipBy, language) })
        : m.checkout_next_ships({ days: shipDays() }),
    ],
    [
      m.checkout_next_arrive(),
      (promised ? `${m.checkout_next_arrives_by({ arrive: promisedDay(promised.arriveBy, language) })} ` : '') +
        m.checkout_next_tracking(),
    ],
  ] as const;
  return (
    <section aria-labelledby="next-heading">
      <h2 id="next-heading" className="text-h3">
        {m.checkout_next_heading()}
      </h2>
      <ol data-never-covered="" className="steps mt-5 grid gap-y-5">
        {steps.map(([title, text]) => (
          <li key={title}>
            <strong className="block font-semibold">{title}</strong>
            <span className="wrap-anywhere">{unbroken(text)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function ShipTo({ receipt: { shipTo } }: { receipt: Receipt }) {
  return (
    <section aria-labelledby="to-heading">
      <h2 id="to-heading" className="text-h3">
        {m.checkout_ship_to()}
      </h2>
      <address className="mt-2 leading-snug wrap-anywhere not-italic">
        {shipTo.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
    </section>
  );
}

/** An `aside`, so that the payment's toast does not cover it. */
function Bought({ receipt: { lines, totals } }: { receipt: Receipt }) {
  return (
    <aside aria-labelledby="receipt-heading" className="bg-tint/70 px-5 py-7 sm:px-10 sm:py-9 print:py-5">
      <h2 id="receipt-heading" className="mb-5 text-h3">
        {m.checkout_summary()}
      </h2>
      <Lines lines={lines} />
      <Totals totals={totals} />
    </aside>
  );
}

/** The newest recipe of this document, if it has one. */
function Recipe() {
  const language = useLanguage();
  const recipe = pageContent().stories?.find(({ kind }) => kind === 'recipe');
  if (!recipe) return null;
  const { picture, title, summary } = recipe;
  return (
    <section
      aria-labelledby="recipe-heading"
      className="relative mt-6 grid items-center overflow-hidden rounded-card bg-white shadow-card sm:grid-cols-[1fr_1.2fr] print:hidden"
    >
      {picture && (
        <Picture
          name={picture}
          sizes="(min-width: 66rem) 29rem, (min-width: 40rem) 45vw, 92vw"
          isDecorative
          className="aspect-[3/2] size-full object-cover"
        />
      )}
      <div className="px-5 py-6 sm:px-10">
        <p className="text-label font-semibold text-second uppercase">{m.checkout_done_recipe()}</p>
        <h2 id="recipe-heading" className="mt-2 text-h3">
          <a
            href={storyPath(recipe, language)}
            className="decoration-2 underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {title[language]}
          </a>
        </h2>
        <p className="mt-2 max-w-prose">{summary[language]}</p>
      </div>
    </section>
  );
}
