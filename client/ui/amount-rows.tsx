import { Fragment, type ReactNode } from 'react';
import { type Amount, type AmountCents, DEDUCTIONS } from '#shared/core/amounts.ts';
import { formatPrice } from '#shared/core/money.ts';
import { useLanguage } from '../lib/language.ts';

type Props = {
  /** What is taken off goes before the shipping, what is added after it. */
  names: readonly Amount[];
  cents: AmountCents;
  labels: Readonly<Record<Amount, ReactNode>>;
};

/** Rows of a definition list for the amounts that an order has; of the others there is nothing. */
export function AmountRows({ names, cents, labels }: Props) {
  const language = useLanguage();
  return names.map((name) => {
    const amountCents = cents[`${name}Cents`];
    const isOff = DEDUCTIONS.some((deduction) => deduction === name);
    return (
      amountCents > 0 && (
        <Fragment key={name}>
          <dt>{labels[name]}</dt>
          <dd className={`text-right tabular-nums ${isOff ? 'text-second' : ''}`}>
            {`${isOff ? '−' : ''}${formatPrice(amountCents, language)}`}
          </dd>
        </Fragment>
      )
    );
  });
}
