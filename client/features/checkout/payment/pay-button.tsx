import * as m from '#messages';
import { formatPrice } from '#shared/money.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';

type Props = { totalCents: number; isBusy: boolean; isDisabled?: boolean };

/** The pay button, with the amount. */
export function PayButton({ totalCents, isBusy, isDisabled = false }: Props) {
  const language = useLanguage();
  return (
    <Button
      type="submit"
      size="large"
      isBusy={isBusy}
      aria-disabled={isBusy || isDisabled}
      className="mt-6 w-full aria-disabled:opacity-70"
    >
      {isBusy ? m.checkout_processing() : m.checkout_pay({ amount: formatPrice(totalCents, language) })}
    </Button>
  );
}
