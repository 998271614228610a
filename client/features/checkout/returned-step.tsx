import { useEffect, useState } from 'react';
import { Container } from '../../ui/layout.tsx';
import { dispatchCheckout } from './checkout-store.ts';
import { PendingPanel } from './pending-panel.tsx';
import { checkPayment } from './settle.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

/** The return from the provider's page in a tab without the checkout, or with another one. */
export function ReturnedStep({ paymentIntentId }: { paymentIntentId: string }) {
  const [isChecked, setChecked] = useState(false);
  const check = useOneAtATime(() => checkPayment(paymentIntentId).finally(() => setChecked(true)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the shopper arrives
  useEffect(() => check.run(), []);
  return (
    <Container className="pt-8 pb-section sm:pt-14">
      <div className="mx-auto max-w-[46rem] rounded-card bg-white p-5 shadow-card sm:p-8">
        <PendingPanel
          state={check.isPending || !isChecked ? 'checking' : 'unchecked'}
          onCheck={check.run}
          onLeave={() => dispatchCheckout({ type: 'closed' })}
        />
      </div>
    </Container>
  );
}
