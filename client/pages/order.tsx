import type { ReactNode } from 'react';
import { facts } from '#brand/facts.ts';
import * as m from '#messages';
import { OrderSheet } from '../features/order-status/order-sheet.tsx';
import { useOrder } from '../features/order-status/use-order.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Container } from '../ui/layout.tsx';
import { Spinner } from '../ui/spinner.tsx';

export const head = { title: m.order_title, description: m.order_description };

/** The customer's page of one order; its url is the only authorisation. */
export default function OrderPage() {
  const { order, retry } = useOrder();
  return (
    <Container className="max-w-[66rem] pt-8 pb-section lg:pt-14">
      {order === 'loading' ? (
        <div role="status" className="grid min-h-[50vh] place-content-center justify-items-center gap-5 text-center">
          <Spinner className="size-10 text-guayaba" />
          <p className="font-semibold">{m.order_loading()}</p>
        </div>
      ) : order === 'missing' ? (
        <Notice heading={m.order_missing_heading()} text={withMailLink(m.order_missing_text({ email: facts.email }))}>
          <ButtonLink href="/shop">{m.order_shop()}</ButtonLink>
        </Notice>
      ) : order === 'failed' ? (
        <Notice heading={m.order_failed_heading()} text={m.order_failed_text()}>
          <Button onClick={retry}>{m.order_again()}</Button>
        </Notice>
      ) : (
        <OrderSheet order={order} />
      )}
    </Container>
  );
}

/** The e-mail address within a sentence, as a link. */
function withMailLink(text: string): ReactNode {
  const [before, ...after] = text.split(facts.email);
  return (
    <>
      {before}
      <a href={`mailto:${facts.email}`} className="link wrap-anywhere">
        {facts.email}
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
