import { useId, useState } from 'react';
import * as m from '#messages';
import type { AdminProduct } from '#shared/products.ts';
import { parseCount, useCountStock } from './stock-api.ts';

type Props = { product: AdminProduct; name: string };

/** How many there are, counted in place: one more, one less, or a number that Enter saves. */
export function StockCell({ product, name }: Props) {
  const { onHand } = product;
  return <Cell key={onHand} product={product} name={name} />;
}

function Cell({ product, name }: Props) {
  const { onHand, available } = product;
  const id = useId();
  const saved = onHand === null ? '' : String(onHand);
  const [text, setText] = useState(saved);
  const [isWrong, setIsWrong] = useState(false);
  const count = useCountStock();
  const isChanged = text !== saved;
  const type = (next: string) => {
    setText(next);
    setIsWrong(false);
  };
  const step = (delta: 1 | -1) => count.mutate({ product, change: { delta } });
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
            type(saved);
          }
          if (event.key !== 'Enter' || count.isPending) return;
          event.preventDefault();
          const next = parseCount(text);
          if (next === undefined) setIsWrong(true);
          else if (next === onHand) type(saved);
          else count.mutate({ product, change: { onHand: next, from: onHand } });
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
