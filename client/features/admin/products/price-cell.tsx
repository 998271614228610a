import { type FormEvent, useId, useState } from 'react';
import * as m from '#messages';
import { formatPrice } from '#shared/core/money.ts';
import { getLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { dollarsText, parseDollars } from '../kit/form/numbers.ts';
import { CellInput, CellNote } from './cell-input.tsx';

type Props = {
  name: string;
  cents: number | null;
  isPending: boolean;
  /** @param text the displayed price */
  onChange: (cents: number, text: string) => void;
};

/** The typed text, and the price when typing began. */
type Typed = { text: string; over: number | null };

/**
 * The price, edited inline: Enter or the button publishes it, Escape restores the published price. A price that another
 * tab publishes meanwhile is shown beside the typed one.
 */
export function PriceCell({ name, cents, isPending, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  const saved = dollarsText(cents);
  const text = typed?.text ?? saved;
  // The typed price is published.
  if (typed !== null && cents !== typed.over && parseDollars(typed.text) === cents) setTyped(null);
  const isChanged = text !== saved;
  const note = noteOf({ isWrong, over: typed?.over, cents });
  const type = (next: string) => {
    setTyped((before) => ({ text: next, over: before?.over ?? cents }));
    setIsWrong(false);
  };
  const forget = () => {
    setTyped(null);
    setIsWrong(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const next = parseDollars(text);
    if (next === null || next < 1) setIsWrong(true);
    else if (next === cents) forget();
    else onChange(next, formatPrice(next, getLanguage()));
  };
  return (
    <form className="price-cell" noValidate onSubmit={onSubmit}>
      <span aria-hidden="true">$</span>
      <CellInput
        inputMode="decimal"
        maxLength={12}
        aria-label={m.admin_product_price_of({ name })}
        aria-describedby={note === null ? undefined : id}
        value={text}
        isWrong={isWrong}
        isPending={isPending}
        onText={type}
        onEscape={isChanged ? forget : null}
      />
      {isPending && <Spinner className="size-4" label={m.admin_publishing()} />}
      {isChanged && !isPending && (
        <Button type="submit" size="small" variant="quiet" aria-label={m.admin_product_price_publish_of({ name })}>
          {m.admin_product_price_publish()}
        </Button>
      )}
      {note !== null && !isPending && <CellNote id={id} isWrong={isWrong} note={note} />}
    </form>
  );
}

type NoteOptions = { isWrong: boolean; over: number | null | undefined; cents: number | null };

/** @param over the price when typing began; `undefined` if nothing is typed */
function noteOf({ isWrong, over, cents }: NoteOptions): string | null {
  if (isWrong) return m.admin_product_price_wrong();
  if (over === undefined || over === cents || cents === null) return null;
  return m.admin_product_price_now({ price: formatPrice(cents, getLanguage()) });
}
