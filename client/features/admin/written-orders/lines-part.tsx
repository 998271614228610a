import type { UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { MAX_LINES, MAX_QUANTITY } from '#shared/checkout/limits.ts';
import { MAX_PRICE_REASON } from '#shared/written-orders/written-orders.ts';
import { useLanguage } from '../../../lib/language.ts';
import { TextField } from '../../../ui/form.tsx';
import { issueText } from '../kit/form/issue-text.ts';
import { parseDollars } from '../kit/form/numbers.ts';
import { formatCents } from '../kit/format.ts';
import { TrashButton } from '../kit/row-buttons.tsx';
import { useProducts } from '../products/api.ts';
import { nameOf } from '../products/product-names.ts';
import type { LineValues, WrittenValues } from './values.ts';

type Sold = { id: string; name: string; priceCents: number };

/** What is sold now, at its present price. */
function useSold(): Sold[] {
  const language = useLanguage();
  const { data = [] } = useProducts();
  return data.flatMap((product: AdminProduct) => {
    const { id, published } = product;
    if (published?.state !== 'live' || published.priceCents === null) return [];
    return [{ id, name: nameOf(product, language), priceCents: published.priceCents }];
  });
}

/** What is ordered: products of the catalogue, each with its price, or another one and why. */
export function LinesPart({ form }: { form: UseFormReturn<WrittenValues> }) {
  const sold = useSold();
  const lines = form.watch('lines');
  const setLines = (changed: LineValues[]) => {
    // Not a registered field, so nothing else clears its error.
    form.clearErrors('lines');
    form.setValue('lines', changed, { shouldDirty: true });
  };
  const error = issueText(form.formState.errors.lines?.message);
  const change = (id: string, values: Partial<LineValues>) =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...values } : line)));
  const left = sold.filter(({ id }) => lines.every((line) => line.id !== id));
  return (
    <>
      {lines.length > 0 && (
        <ul className="grid">
          {lines.map((line) => (
            <LineRow
              key={line.id}
              line={line}
              error={error}
              product={sold.find(({ id }) => id === line.id)}
              onChange={(values) => change(line.id, values)}
              onRemove={() => setLines(lines.filter(({ id }) => id !== line.id))}
            />
          ))}
        </ul>
      )}
      {left.length > 0 && lines.length < MAX_LINES && (
        <div className="flex flex-wrap gap-2">
          {left.map(({ id, name, priceCents }) => (
            <button
              key={id}
              type="button"
              className="min-h-11 rounded-field border-2 border-line px-3 py-2 text-left hover:border-ink"
              onClick={() => setLines([...lines, { id, quantity: 1, price: '', reason: '' }])}
            >
              <span aria-hidden="true">+ </span>
              <span>{`${name}, ${formatCents(priceCents)}`}</span>
            </button>
          ))}
        </div>
      )}
    </>
  );
}

type RowProps = {
  line: LineValues;
  /** Why the items were refused: a price without a reason. */
  error: string | undefined;
  product: Sold | undefined;
  onChange: (values: Partial<LineValues>) => void;
  onRemove: () => void;
};

function LineRow({ line, error, product, onChange, onRemove }: RowProps) {
  const name = product?.name ?? line.id;
  const cents = line.price.trim() === '' ? undefined : parseDollars(line.price);
  const isOther = cents !== undefined && cents !== product?.priceCents;
  return (
    <li className="flex flex-wrap items-end gap-x-2 gap-y-3 border-line border-b py-3 first:pt-0">
      <p className="min-w-0 flex-1 basis-full self-center font-semibold sm:basis-40">{name}</p>
      <TextField
        label={m.admin_written_quantity()}
        aria-label={m.admin_items_quantity({ name })}
        fieldClass="w-20"
        type="number"
        min={1}
        max={MAX_QUANTITY}
        inputMode="numeric"
        autoComplete="off"
        value={line.quantity || ''}
        onChange={(event) =>
          onChange({ quantity: Math.min(MAX_QUANTITY, Math.trunc(Number(event.target.value)) || 0) })
        }
      />
      <TextField
        label={m.admin_written_price()}
        aria-label={m.admin_written_price_of({ name })}
        aria-invalid={cents === null}
        fieldClass="w-24"
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        placeholder={product ? formatCents(product.priceCents).replace('$', '') : ''}
        value={line.price}
        onChange={(event) => onChange({ price: event.target.value })}
      />
      <span className="grid size-12 place-items-center">
        <TrashButton label={m.admin_items_remove({ name })} onClick={onRemove} />
      </span>
      {isOther && (
        <TextField
          label={m.admin_written_reason()}
          hint={product && m.admin_written_reason_hint({ price: formatCents(product.priceCents) })}
          fieldClass="basis-full"
          error={line.reason.trim() === '' ? error : undefined}
          required
          autoComplete="off"
          maxLength={MAX_PRICE_REASON}
          value={line.reason}
          onChange={(event) => onChange({ reason: event.target.value })}
        />
      )}
    </li>
  );
}
