import * as m from '#messages';
import { shipDays } from '../../lib/ship-days.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Container } from '../../ui/layout.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TileStrip } from '../../ui/tile-strip.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { dispatchCheckout } from './checkout-store.ts';
import { StepHeading } from './step-heading.tsx';

type Props = { orderNumber: string; statusUrl?: string | undefined; email: string | null; isEarlier: boolean };

/** After the order: its number, its status page, and what happens next. */
export function SuccessPanel({ orderNumber, statusUrl, email, isEarlier }: Props) {
  return (
    <Container className="pt-8 pb-section sm:pt-14">
      <div className="mx-auto max-w-[46rem] overflow-hidden rounded-card bg-white text-center shadow-card">
        <TileStrip />
        <div className="flex flex-col items-center px-5 py-9 sm:px-12 sm:py-12">
          <span className="mb-5 grid size-16 place-items-center rounded-full bg-second text-ground">
            <Icon name="check" className="size-9" />
          </span>
          <StepHeading as="h1">{isEarlier ? m.checkout_earlier_heading() : m.checkout_done_heading()}</StepHeading>
          <p className="mt-7 text-label font-semibold text-ink-soft uppercase">{m.checkout_done_number()}</p>
          <p className="mt-1 rounded-field bg-tint px-6 py-2 font-display text-[2rem] tracking-wide text-brand">
            {orderNumber}
          </p>
          {isEarlier ? (
            <p className="mt-7 max-w-prose">{m.checkout_earlier_text()}</p>
          ) : (
            <>
              {email && <p className="mt-7 wrap-anywhere">{m.checkout_done_email({ email })}</p>}
              <p className={email ? 'mt-1' : 'mt-7'}>{unbroken(m.checkout_done_ships({ days: shipDays() }))}</p>
            </>
          )}
          {statusUrl ? (
            <TextLink href={statusUrl} className="link mt-5 inline-flex min-h-11 items-center">
              {m.checkout_done_status()}
            </TextLink>
          ) : (
            <p className="mt-1 max-w-prose">{m.checkout_done_mail_link()}</p>
          )}
          <Button className="mt-5" onClick={() => dispatchCheckout({ type: 'closed' })}>
            {m.checkout_done_again()}
          </Button>
        </div>
      </div>
    </Container>
  );
}
