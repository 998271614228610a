import * as m from '#messages';
import { policyPath } from '#shared/content/policy-page.ts';
import { formatPrice } from '#shared/core/money.ts';
import { pageContent } from '../../../lib/catalogue.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';

type Props = { totalCents: number; isBusy: boolean; isDisabled?: boolean };

/** The pay button, with the amount, and the refund rule beside it. */
export function PayButton({ totalCents, isBusy, isDisabled = false }: Props) {
  const language = useLanguage();
  const rule = pageContent().refundRule?.[language];
  return (
    <>
      <Button
        type="submit"
        size="large"
        isBusy={isBusy}
        aria-disabled={isBusy || isDisabled}
        className="mt-6 w-full aria-disabled:opacity-70"
      >
        {isBusy ? m.checkout_processing() : m.checkout_pay({ amount: formatPrice(totalCents, language) })}
      </Button>
      {rule && (
        <p className="mt-3 text-[0.95rem] leading-snug">
          <span>{rule}</span>{' '}
          <a href={policyPath('refunds')} target="_blank" rel="noopener" className="link">
            {m.policy_refunds()}
          </a>
        </p>
      )}
    </>
  );
}
