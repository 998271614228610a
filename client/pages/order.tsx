import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import { cartStore } from '../features/cart/cart-store.ts';
import { withLines } from '../features/cart/change-cart.ts';
import { OrderActions } from '../features/order-status/order-actions.tsx';
import { OrderSheet } from '../features/order-status/order-sheet.tsx';
import { useOrder } from '../features/order-status/use-order.ts';
import { shopFacts } from '../lib/catalogue.ts';
import { lazyComponent } from '../lib/lazy/lazy-component.tsx';
import { lazyImport } from '../lib/lazy/lazy-import.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Container } from '../ui/layout.tsx';
import { Spinner } from '../ui/spinner.tsx';

export const head = { title: m.order_title, description: m.order_description };

const FindOrder = lazyComponent(
  lazyImport(() => import('../features/order-status/find-order.tsx')),
  { lost: (retry) => <Button onClick={retry}>{m.order_again()}</Button> },
);

const OrderOwed = lazyComponent(
  lazyImport(() => import('./order-owed.tsx')),
  {
    waiting: () => <Spinner className="mt-8 size-9 text-brand" label={m.order_loading()} />,
    lost: (retry) => (
      <div role="alert" className="mt-8 grid justify-items-start gap-3">
        <p>{m.order_press_failed()}</p>
        <Button onClick={retry}>{m.order_again()}</Button>
      </div>
    ),
  },
);

const PayLink = lazyComponent(
  lazyImport(() => import('./order-pay-link.tsx')),
  {
    waiting: () => <Spinner className="mt-8 size-9 text-brand" label={m.order_loading()} />,
    lost: (retry) => <Button onClick={retry}>{m.order_again()}</Button>,
  },
);

/** The customer's page of one order, or of a link to pay one; its URL is the only authorization. */
export default function OrderPage() {
  const { order, retry, show } = useOrder();
  const [, navigate] = useLocation();
  return (
    <Container className="max-w-[66rem] pt-8 pb-section lg:pt-14">
      {order === 'loading' ? (
        <div role="status" className="grid min-h-[50vh] place-content-center justify-items-center gap-5 text-center">
          <Spinner className="size-10 text-brand" />
          <p className="font-semibold">{m.order_loading()}</p>
        </div>
      ) : order === 'missing' ? (
        <Notice
          heading={m.order_missing_heading()}
          text={withMailLink(m.order_missing_text({ email: shopFacts().email }))}
        >
          <ButtonLink href="/shop">{m.order_shop()}</ButtonLink>
          <h2 className="mt-12 mb-3 text-h3">{m.order_find_heading()}</h2>
          <p className="mb-6">{m.order_find_text()}</p>
          <FindOrder />
        </Notice>
      ) : order === 'link' ? (
        <PayLink />
      ) : order === 'find' ? (
        <div className="mx-auto max-w-prose py-12 text-center">
          <h1 className="text-h1">{m.order_find_heading()}</h1>
          <p className="mt-5 mb-8 text-lead">{m.order_find_text()}</p>
          <FindOrder />
        </div>
      ) : order === 'failed' ? (
        <Notice heading={m.order_failed_heading()} text={m.order_failed_text()}>
          <Button onClick={retry}>{m.order_again()}</Button>
        </Notice>
      ) : (
        <OrderSheet order={order} owed={order.owed && <OrderOwed order={order} owed={order.owed} onChanged={show} />}>
          <OrderActions
            order={order}
            onChanged={show}
            onBuyAgain={() => {
              cartStore.set(withLines(cartStore.get(), order.items));
              navigate('/shop');
            }}
          />
        </OrderSheet>
      )}
    </Container>
  );
}

/** Makes the mail address in a sentence a link. */
function withMailLink(text: string): ReactNode {
  const { email } = shopFacts();
  const [before, ...after] = text.split(email);
  return (
    <>
      {before}
      <a href={`mailto:${email}`} className="link wrap-anywhere">
        {email}
      </a>
      {after}
    </>
  );
}

function Notice({ heading, text, children }: { heading: string; text: ReactNode; children: ReactNode }) {
  return (
    <div role="alert" className="mx-auto max-w-prose py-12 text-center">
      <h1 className="text-h1">{heading}</h1>
      <p className="mt-5 mb-8 text-lead">{text}</p>
      {children}
    </div>
  );
}
