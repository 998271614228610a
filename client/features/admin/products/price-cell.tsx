import { useId, useState } from 'react';
import * as m from '#messages';
import { formatPrice } from '#shared/money.ts';
import { getLanguage } from '../../../lib/language.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { dollarsText, parseDollars } from '../form/numbers.ts';

type Props = {
  name: string;
  cents: number | null;
  isPending: boolean;
  /** @param text the price as it is shown */
  onChange: (cents: number, text: string) => void;
};

/** The price, typed in place: Enter publishes it, Escape brings back what was there. */
export function PriceCell({ name, cents, isPending, onChange }: Props) {
  const id = useId();
  const saved = dollarsText(cents);
  const [text, setText] = useState(saved);
  const [isWrong, setIsWrong] = useState(false);
  const isChanged = text !== saved;
  const type = (next: string) => {
    setText(next);
    setIsWrong(false);
  };
  return (
    <span className="price-cell">
      <span aria-hidden="true">$</span>
      <input
        className="control"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={12}
        aria-label={m.admin_product_price_of({ name })}
        aria-describedby={isChanged || isWrong ? id : undefined}
        aria-invalid={isWrong || undefined}
        readOnly={isPending}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isChanged) {
            event.preventDefault();
            type(saved);
          }
          if (event.key !== 'Enter' || isPending) return;
          event.preventDefault();
          const next = parseDollars(text);
          if (next === null || next < 1) setIsWrong(true);
          else if (next === cents) type(saved);
          else onChange(next, formatPrice(next, getLanguage()));
        }}
      />
      {isPending && <Spinner className="size-4" label={m.admin_publishing()} />}
      {(isChanged || isWrong) && !isPending && (
        <span id={id} className={isWrong ? 'text-sm font-semibold text-guayaba' : 'text-sm text-cafecito-soft'}>
          {isWrong ? m.admin_product_price_wrong() : m.admin_product_price_enter()}
        </span>
      )}
    </span>
  );
}
