import { type FormEvent, useId, useRef, useState } from 'react';
import * as m from '#messages';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { Button } from '../../../ui/button.tsx';
import { numberText } from '../kit/form/numbers.ts';
import { CellInput, CellNote } from './cell-input.tsx';
import { parseCount, useCountStock } from './stock-api.ts';

type Props = { product: AdminProduct; name: string };

/**
 * The stock, edited inline: one more, one less, or a typed number. A phone's number pad has no Enter key, hence the
 * button. Sales update it, except while a number is being typed.
 */
export function StockCell({ product, name }: Props) {
  const { onHand } = product;
  const id = useId();
  const { input, typed, isWrong, isPending, text, shown, type, step, forget, onSubmit } = useStockCount(product);
  const note = noteOf(product, isWrong);
  return (
    <form className="stock-cell" noValidate onSubmit={onSubmit}>
      {onHand !== null && (
        <StepButton
          sign="−"
          label={m.admin_stock_less_of({ name })}
          isDisabled={typeof shown !== 'number' || shown <= 0}
          onClick={() => step(-1)}
        />
      )}
      <CellInput
        ref={input}
        inputMode="numeric"
        maxLength={6}
        placeholder="–"
        aria-label={m.admin_stock_of({ name })}
        aria-describedby={note === null ? undefined : id}
        value={text}
        isWrong={isWrong}
        isPending={isPending}
        onText={type}
        onEscape={typed && forget}
      />
      {onHand !== null && <StepButton sign="+" label={m.admin_stock_more_of({ name })} onClick={() => step(1)} />}
      {typed && (
        <Button
          type="submit"
          size="small"
          variant="quiet"
          aria-label={m.admin_stock_save_of({ name })}
          isBusy={isPending}
        >
          {m.admin_stock_save_count()}
        </Button>
      )}
      {note && <CellNote id={id} isWrong={isWrong} note={note} />}
    </form>
  );
}

type StepProps = { sign: '−' | '+'; label: string; isDisabled?: boolean; onClick: () => void };

function StepButton({ sign, label, isDisabled, onClick }: StepProps) {
  return (
    <button type="button" className="icon-button" aria-label={label} aria-disabled={isDisabled} onClick={onClick}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

function useStockCount(product: AdminProduct) {
  const { onHand } = product;
  const input = useRef<HTMLInputElement>(null);
  /** The typed text, and the number when typing began. */
  const [typed, setTyped] = useState<{ text: string; from: number | null } | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  const count = useCountStock();
  const text = typed?.text ?? numberText(onHand);
  /** The base of the step buttons, including an unsaved typed number. */
  const shown = typed ? parseCount(typed.text) : onHand;
  const type = (next: string) => {
    const from = typed ? typed.from : onHand;
    setTyped(next === numberText(from) ? null : { text: next, from });
    setIsWrong(false);
  };
  const step = (delta: 1 | -1) => {
    if (typeof shown !== 'number' || (delta < 0 && shown <= 0)) return;
    if (typed) type(numberText(shown + delta));
    else count.mutate({ product, change: { delta } });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (count.isPending) return;
    const next = parseCount(text);
    if (next === undefined) setIsWrong(true);
    else if (typed) {
      const isByKey = event.currentTarget.querySelector(':focus-visible') !== null;
      const onSuccess = () => {
        setTyped(null);
        // The button disappears and would lose the focus.
        if (isByKey) input.current?.focus();
      };
      count.mutate({ product, change: { onHand: next, from: typed.from } }, { onSuccess });
    }
  };
  const forget = () => {
    setTyped(null);
    setIsWrong(false);
  };
  return { input, typed, isWrong, isPending: count.isPending, text, shown, type, step, forget, onSubmit };
}

function noteOf({ onHand, available }: AdminProduct, isWrong: boolean): string | null {
  if (isWrong) return m.admin_stock_wrong();
  if (onHand === null) return m.admin_stock_uncounted();
  const held = available === null ? 0 : onHand - available;
  if (held <= 0) return null;
  return held === 1 ? m.admin_stock_held_one() : m.admin_stock_held({ count: held });
}
