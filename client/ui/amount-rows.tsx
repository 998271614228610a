import { Fragment, type ReactNode } from 'react';
import { type Amount, type AmountCents, DEDUCTIONS } from '#shared/core/amounts.ts';
import { formatPrice } from '#shared/core/money.ts';
import { useLanguage } from '../lib/language.ts';

type Props = {
  /** Deductions come before shipping, additions after it. */
  names: readonly Amount[];
  cents: AmountCents;
  labels: Readonly<Record<Amount, ReactNode>>;
};

/** Rows of a definition list for the amounts of an order, without those it does not have. */
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
