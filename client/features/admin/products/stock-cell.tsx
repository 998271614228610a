import { useId, useState } from 'react';
import * as m from '#messages';
import type { AdminProduct } from '#shared/products.ts';
import { parseCount, useCountStock } from './stock-api.ts';

const textOf = (count: number | null) => (count === null ? '' : String(count));

type Props = { product: AdminProduct; name: string };

/**
 * How many there are, counted in place: one more, one less, or a number that Enter saves. What is sold meanwhile is
 * followed, but not under a number that is being typed.
 */
export function StockCell({ product, name }: Props) {
  const { onHand, available } = product;
  const id = useId();
  const saved = textOf(onHand);
  /** What is typed, and the number that stood there before. */
  const [typed, setTyped] = useState<{ text: string; from: number | null } | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  const count = useCountStock();
  const text = typed?.text ?? saved;
  const isChanged = typed !== null;
  const type = (next: string) => {
    const from = typed ? typed.from : onHand;
    setTyped(next === textOf(from) ? null : { text: next, from });
    setIsWrong(false);
  };
  const step = (delta: 1 | -1) => {
    setTyped(null);
    count.mutate({ product, change: { delta } });
  };
  const held = onHand !== null && available !== null ? onHand - available : 0;
  const note = isWrong
    ? m.admin_stock_wrong()
    : isChanged
      ? m.admin_stock_enter()
      : onHand === null
        ? m.admin_stock_uncounted()
        : held > 0
          ? m.admin_stock_held({ count: held })
          : null;
  return (
    <span className="stock-cell">
      {onHand !== null && (
        <button
          type="button"
          className="icon-button"
          aria-label={m.admin_stock_less_of({ name })}
          aria-disabled={onHand <= 0}
          onClick={() => onHand > 0 && step(-1)}
        >
          <span aria-hidden="true">−</span>
        </button>
      )}
      <input
        className="control"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={6}
        placeholder="–"
        aria-label={m.admin_stock_of({ name })}
        aria-describedby={note === null ? undefined : id}
        aria-invalid={isWrong || undefined}
        readOnly={count.isPending}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isChanged) {
            event.preventDefault();
            setTyped(null);
            setIsWrong(false);
          }
          if (event.key !== 'Enter' || count.isPending) return;
          event.preventDefault();
          const next = parseCount(text);
          if (next === undefined) setIsWrong(true);
          else if (typed) {
            const change = { onHand: next, from: typed.from };
            count.mutate({ product, change }, { onSuccess: () => setTyped(null) });
          }
        }}
      />
      {onHand !== null && (
        <button
          type="button"
          className="icon-button"
          aria-label={m.admin_stock_more_of({ name })}
          onClick={() => step(1)}
        >
          <span aria-hidden="true">+</span>
        </button>
      )}
      {note && (
        <span id={id} className={isWrong ? 'text-sm font-semibold text-guayaba' : 'text-sm text-cafecito-soft'}>
          {note}
        </span>
      )}
    </span>
  );
}
