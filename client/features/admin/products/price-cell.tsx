import { type FormEvent, useId, useState } from 'react';
import * as m from '#messages';
import { formatPrice } from '#shared/core/money.ts';
import { getLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { dollarsText, parseDollars } from '../kit/form/numbers.ts';

type Props = {
  name: string;
  cents: number | null;
  isPending: boolean;
  /** @param text the price as it is shown */
  onChange: (cents: number, text: string) => void;
};

/** The price, typed in place: Enter or the button publishes it, Escape brings back what was there. */
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
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const next = parseDollars(text);
    if (next === null || next < 1) setIsWrong(true);
    else if (next === cents) type(saved);
    else onChange(next, formatPrice(next, getLanguage()));
  };
  return (
    <form className="price-cell" noValidate onSubmit={onSubmit}>
      <span aria-hidden="true">$</span>
      <input
        className="control"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={12}
        aria-label={m.admin_product_price_of({ name })}
        aria-describedby={isWrong ? id : undefined}
        aria-invalid={isWrong || undefined}
        readOnly={isPending}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isChanged) return;
          event.preventDefault();
          type(saved);
        }}
      />
      {isPending && <Spinner className="size-4" label={m.admin_publishing()} />}
      {isChanged && !isPending && (
        <Button type="submit" size="small" variant="quiet" aria-label={m.admin_product_price_publish_of({ name })}>
          {m.admin_product_price_publish()}
        </Button>
      )}
      {isWrong && !isPending && (
        <span id={id} className="text-sm font-semibold text-brand">
          {m.admin_product_price_wrong()}
        </span>
      )}
    </form>
  );
}
