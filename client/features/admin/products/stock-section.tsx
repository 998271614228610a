import { type UseFormReturn, useForm } from 'react-hook-form';
import { Link } from 'wouter';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import type { StockChange, StockMovement } from '#shared/catalogue/stock.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import { numberText } from '../kit/form/numbers.ts';
import { FormSection } from '../kit/form/section.tsx';
import { formatCount, formatMoment } from '../kit/format.ts';
import { DraftNotice, useDraft } from '../kit/use-draft.tsx';
import { parseCount, useCountStock, useStockMovements } from './stock-api.ts';
import { enoughText } from './stock-text.ts';

type Values = { onHand: string; lowAt: string; reason: string };
const valuesOf = ({ onHand, lowAt }: AdminProduct): Values => ({
  onHand: numberText(onHand),
  lowAt: numberText(lowAt),
  reason: '',
});
const snapshotOf = ({ onHand, lowAt }: AdminProduct) => ({ onHand: numberText(onHand), lowAt: numberText(lowAt) });

/** A product's stock, the limit for "few left", and the history of changes. */
export function StockSection({ product }: { product: AdminProduct }) {
  const isAssortment = product.published?.isAssortment === true;
  return (
    <FormSection title={m.admin_stock()} hint={isAssortment ? m.admin_stock_of_parts() : m.admin_stock_hint()}>
      <StockForm product={product} isAssortment={isAssortment} />
      {!isAssortment && <Movements id={product.id} />}
    </FormSection>
  );
}

type Counts = Pick<AdminProduct, 'onHand' | 'lowAt'> & { reason: string };

/** Changes from the stored product; a typed number is based on the one that was read. */
const changeOf = (product: AdminProduct, { onHand, lowAt, reason }: Counts): StockChange => ({
  ...(onHand !== product.onHand && { onHand, from: product.onHand }),
  ...(lowAt !== product.lowAt && { lowAt }),
  reason: reason.trim() || null,
});

function StockForm({ product, isAssortment }: { product: AdminProduct; isAssortment: boolean }) {
  const form = useForm<Values>({
    defaultValues: valuesOf(product),
    // Sales update it, unless it is being edited.
    values: valuesOf(product),
    resetOptions: { keepDirtyValues: true },
  });
  const { handleSubmit, formState, setError } = form;
  const draft = useDraft<Values, AdminProduct>({ key: `stock:${product.id}`, form, row: product, snapshotOf });
  const count = useCountStock();
  const onSubmit = handleSubmit(({ onHand, lowAt, reason }) => {
    const counts = { onHand: isAssortment ? product.onHand : parseCount(onHand), lowAt: parseCount(lowAt) };
    for (const name of ['onHand', 'lowAt'] as const) {
      if (counts[name] === undefined) setError(name, { message: 'count' }, { shouldFocus: true });
    }
    if (counts.onHand === undefined || counts.lowAt === undefined || count.isPending) return;
    const change = changeOf(product, { onHand: counts.onHand, lowAt: counts.lowAt, reason });
    const onSuccess = (saved: AdminProduct) => {
      toast({ title: m.admin_stock_saved() });
      draft.take(saved, valuesOf(saved));
    };
    count.mutate({ product, change }, { onSuccess });
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit} aria-label={m.admin_stock()}>
      <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
      {isAssortment && <p>{enoughText(product)}</p>}
      <StockFields form={form} isAssortment={isAssortment} />
      <Button
        type="submit"
        size="small"
        variant="quiet"
        className="justify-self-start"
        isBusy={count.isPending}
        disabled={!(formState.isDirty || draft.isRestored)}
      >
        {m.admin_stock_save()}
      </Button>
    </form>
  );
}

/** An assortment has no stock of its own: it follows from its components. */
function StockFields({ form, isAssortment }: { form: UseFormReturn<Values>; isAssortment: boolean }) {
  const { register, formState } = form;
  const { errors } = formState;
  const number = (name: 'onHand' | 'lowAt') => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 6,
    error: errors[name] ? m.admin_stock_wrong() : undefined,
    ...register(name),
  });
  return (
    <>
      <div className="form-pair">
        {!isAssortment && (
          <TextField label={m.admin_stock_on_hand()} placeholder={m.admin_stock_uncounted()} {...number('onHand')} />
        )}
        <TextField
          label={m.admin_stock_low_at()}
          hint={isAssortment ? m.admin_stock_low_at_hint_parts() : m.admin_stock_low_at_hint()}
          isOptional
          {...number('lowAt')}
        />
      </div>
      {!isAssortment && (
        <TextField
          label={m.admin_stock_reason()}
          hint={m.admin_stock_reason_hint()}
          isOptional
          autoComplete="off"
          maxLength={200}
          {...register('reason')}
        />
      )}
    </>
  );
}

function Movements({ id }: { id: string }) {
  const { data: movements } = useStockMovements(id);
  if (!movements) return null;
  return (
    <div>
      <h4 className="font-semibold">{m.admin_stock_movements()}</h4>
      {movements.length === 0 ? (
        <p className="mt-1 text-ink-soft">{m.admin_stock_movements_none()}</p>
      ) : (
        <ol className="mt-1 divide-y divide-line">
          {movements.map((movement) => (
            <li key={movement.id} className="grid grid-cols-[3.5rem_1fr] gap-x-3 py-2">
              <span className="text-right font-semibold tabular-nums">{signed(movement.delta)}</span>
              <span className="min-w-0">
                <span className="block break-words">
                  <Cause movement={movement} />
                </span>
                <span className="block text-sm text-ink-soft">
                  {movement.onHand !== null && `${m.admin_stock_now({ count: formatCount(movement.onHand) })} · `}
                  {formatMoment(movement.createdAt)}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const signed = (delta: number | null) =>
  delta === null ? '–' : `${delta > 0 ? '+' : delta < 0 ? '−' : ''}${formatCount(Math.abs(delta))}`;

function Cause({ movement: { kind, reason, onHand, orderId } }: { movement: StockMovement }) {
  if (orderId === null) return reason || (onHand === null ? m.admin_stock_ended() : m.admin_stock_counted());
  const number = orderNumber(orderId);
  return (
    <Link href={adminPath('orders', { open: orderId })} className="text-button">
      {kind === 'restock' ? m.admin_stock_back({ number }) : m.admin_stock_sold({ number })}
    </Link>
  );
}
