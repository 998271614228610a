import { useEffect, useState } from 'react';
import * as m from '#messages';
import { paymentIntentIdOf } from '#shared/checkout/client-secret.ts';
import { CheckoutError } from '../features/checkout/checkout-error.tsx';
import { callApi, keptTextOfError } from '../lib/api-client.ts';
import type { KeptText } from '../lib/text.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Container } from '../ui/layout.tsx';
import { TileStrip } from '../ui/tile-strip.tsx';

type Outcome = 'complete' | 'fail';

export const head = { title: m.checkout_bank_title, description: m.checkout_bank_description };

function secretOfAddress(): string {
  return new URLSearchParams(location.search).get('payment_intent_client_secret') ?? '';
}

/** An order's page, where the payment began; otherwise the shop. No other address is taken from the query. */
function pageOf(nextUrl: string): string {
  const back = new URLSearchParams(location.search).get('return') ?? '';
  return /^\/order\/[\w-]+$/.test(back) ? back + new URL(nextUrl, location.origin).search : nextUrl;
}

/** The extra step of the sandbox, which replaces a bank's page: the shopper chooses its result. */
export default function SandboxPaymentPage() {
  const { isInvalid, busy, error, end } = useBankStep();
  return (
    <Container className="pt-8 pb-section sm:pt-14">
      <div className="mx-auto max-w-[40rem] overflow-hidden rounded-card bg-white shadow-card">
        <TileStrip />
        <div className="px-5 py-8 sm:px-10 sm:py-10">
          <h1 className="text-h2">{m.checkout_bank_heading()}</h1>
          <p className="mt-4">{isInvalid ? m.checkout_bank_invalid() : m.checkout_bank_text()}</p>
          {error && <CheckoutError message={error} className="mt-6" />}
          {isInvalid ? (
            <ButtonLink href="/shop" className="mt-7">
              {m.checkout_leave()}
            </ButtonLink>
          ) : (
            <div className="mt-7 flex flex-col gap-4 sm:flex-row">
              <Button isBusy={busy === 'complete'} aria-disabled={busy !== null} onClick={() => end('complete')}>
                {m.checkout_bank_complete()}
              </Button>
              <Button
                variant="quiet"
                isBusy={busy === 'fail'}
                aria-disabled={busy !== null}
                onClick={() => end('fail')}
              >
                {m.checkout_bank_fail()}
              </Button>
            </div>
          )}
        </div>
      </div>
    </Container>
  );
}

function useBankStep() {
  const [isInvalid, setInvalid] = useState(false);
  const [busy, setBusy] = useState<Outcome | null>(null);
  const [error, setError] = useState<KeptText | null>(null);
  useEffect(() => {
    setInvalid(secretOfAddress() === '');
    // Restored by the browser's Back: allow another try.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && setBusy(null);
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);

  async function end(outcome: Outcome) {
    // Read again, because a click recorded before hydration is replayed before the state is set.
    const clientSecret = secretOfAddress();
    if (busy || !clientSecret) return;
    setBusy(outcome);
    setError(null);
    try {
      const path = `/api/sandbox-payments/${encodeURIComponent(paymentIntentIdOf(clientSecret))}/authenticate`;
      const { nextUrl } = await callApi<{ nextUrl: string }>(path, {
        method: 'POST',
        payload: { clientSecret, outcome },
      });
      location.assign(pageOf(nextUrl));
    } catch (failure) {
      setBusy(null);
      setError(keptTextOfError(failure, m.checkout_bank_invalid));
    }
  }

  return { isInvalid, busy, error, end };
}
