import { type ReactNode, useCallback, useEffect, useState } from 'react';
import * as m from '#messages';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import type { PayLinkView } from '#shared/written-orders/written-orders.ts';
import { ApiError } from '../../lib/api-client.ts';
import { shopFacts } from '../../lib/catalogue.ts';
import { preferredLanguage, showLanguage, useLanguage } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { readOrder } from './order-api.ts';
import { OrderItems } from './order-items.tsx';
import { type OwedFormProps, OwedPanel } from './owed-panel.tsx';

type Props = { renderForm: (props: OwedFormProps) => ReactNode };

/** An order with fixed items and prices, and its payment; once it is paid, the page of the order itself. */
export function PayLinkSheet({ renderForm }: Props) {
  const { link, load, show } = usePayLink();
  const language = useLanguage();
  if (link === 'loading') return <Spinner className="mx-auto my-24 size-10 text-brand" label={m.order_loading()} />;
  if (link === 'missing' || link === 'failed') {
    return (
      <div role="alert" className="mx-auto max-w-prose py-12 text-center">
        <h1 className="text-h1">{link === 'missing' ? m.order_missing_heading() : m.order_failed_heading()}</h1>
        <p className="mt-5 mb-8 text-lead">
          {link === 'missing' ? m.order_missing_text({ email: shopFacts().email }) : m.order_failed_text()}
        </p>
        {link === 'failed' && <Button onClick={load}>{m.order_again()}</Button>}
      </div>
    );
  }
  const day = promisedDay(shopDay(new Date(link.owed.until)), language);
  return (
    <>
      <h1 className="text-h1 tracking-wide">{m.order_link_heading()}</h1>
      <OwedPanel<PayLinkView>
        order={link}
        owed={link.owed}
        text={m.order_link_text({ day })}
        onChanged={show}
        renderForm={renderForm}
      />
      <section aria-labelledby="order-items" className="mt-8 rounded-card bg-tint/70 p-5 sm:p-7">
        <h2 id="order-items" className="mb-5 text-h3">
          {m.order_items()}
        </h2>
        <OrderItems order={link} />
        {link.shippingMethod && <p className="mt-4 text-ink-soft">{link.shippingMethod}</p>}
      </section>
    </>
  );
}

function usePayLink() {
  const [link, setLink] = useState<PayLinkView | 'loading' | 'missing' | 'failed'>('loading');
  const show = useCallback((found: PayLinkView) => {
    // From here on it is an order like any other.
    if (found.statusUrl) return location.replace(found.statusUrl);
    showLanguage(found.language);
    setLink(found);
  }, []);
  const load = useCallback(
    (signal?: AbortSignal) => {
      setLink('loading');
      readOrder<PayLinkView>(signal).then(show, (error: unknown) => {
        if (!signal?.aborted) setLink(error instanceof ApiError && error.status === 404 ? 'missing' : 'failed');
      });
    },
    [show],
  );
  useEffect(() => {
    const controller = new AbortController();
    load(controller.signal);
    return () => {
      controller.abort();
      showLanguage(preferredLanguage());
    };
  }, [load]);
  return { link, load: () => load(), show };
}
