import { useQueryClient } from '@tanstack/react-query';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as m from '#messages';
import { MAX_LINES, MAX_QUANTITY } from '#shared/checkout/limits.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import type { ItemsMoney, ItemsPreview, ItemsTotals } from '#shared/orders/items.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { SelectField } from '../../../../ui/form.tsx';
import { adminKeys } from '../../keys.ts';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Check } from '../../kit/form/check.tsx';
import { FormEnd } from '../../kit/form/form-end.tsx';
import { formatAmount, formatCents } from '../../kit/format.ts';
import { TrashButton } from '../../kit/row-buttons.tsx';
import { currentOf } from '../../kit/stale.ts';
import { DraftNotice, useDraft } from '../../kit/use-draft.tsx';
import { useProducts } from '../../products/api.ts';
import { nameOf } from '../../products/product-names.ts';
import { useItemsChange, useItemsPreview } from './api.ts';

type Item = { id: string; quantity: number };
type Values = { lines: Item[]; money: ItemsMoney; restock: boolean; notify: boolean };

const itemsOf = (lines: readonly Item[]): Item[] => lines.map(({ id, quantity }) => ({ id, quantity }));
/** What the change depends on. The stored order of a conflict has no more than this. */
const snapshotOf = ({ lines, refundedAmount }: Pick<OrderDetail, 'lines' | 'refundedAmount'>) => ({
  lines: JSON.stringify(itemsOf(lines)),
  refundedAmount,
});

/** Changes the items of a paid order: before and after with the sums of the server, and what happens with the money. */
export default function ItemsDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const form = useForm<Values>({
    defaultValues: { lines: itemsOf(order.lines), money: 'refund', restock: true, notify: true },
  });
  const values = form.watch();
  const draft = useDraft<Values, OrderDetail>({ key: `items:${order.id}`, form, row: order, snapshotOf, onClose });
  const client = useQueryClient();
  const change = useItemsChange(order, draft.leave);
  const { lines, money } = values;
  const isChanged = isOther(lines, order.lines) && lines.every(({ id, quantity }) => quantity >= leastOf(order, id));
  const input = isChanged ? { lines: itemsOf(lines), money, version: order.version } : null;
  const preview = useItemsPreview(order.id, input);
  const shown = isChanged ? preview.data : undefined;
  const refusal = isChanged ? preview.error : null;
  const conflict = [change.error, refusal].find((error) => currentOf(error) !== null);
  const isReady = shown !== undefined && !preview.isPlaceholderData && !preview.isError;
  return (
    <Dialog
      title={m.admin_items_title({ number: orderNumber(order.id) })}
      description={m.admin_items_text()}
      onClose={onClose}
    >
      <form
        noValidate
        className="mt-5 grid gap-5"
        onSubmit={form.handleSubmit(({ restock, notify }) => {
          // Nothing is changed at sums that were not shown.
          if (!isReady) return void preview.refetch();
          const { differenceCents, refundCents, askCents } = shown;
          const sums = { differenceCents, refundCents, askCents };
          const body = { lines: itemsOf(lines), money: moneyOf(shown, money), ...sums, restock, notify };
          change.mutate({ change: body, save: draft.save });
        })}
      >
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <Items form={form} order={order} />
        {shown && (
          <div className={`grid gap-5 ${isReady ? '' : 'opacity-60'}`} aria-busy={!isReady}>
            <Totals preview={shown} />
            <MoneyChoice form={form} preview={shown} />
          </div>
        )}
        <div className="grid">
          {isChanged && isLess(lines, order.lines) && (
            <Check {...form.register('restock')}>{m.admin_items_restock()}</Check>
          )}
          <Check {...form.register('notify')}>{m.admin_refund_notify()}</Check>
        </div>
        <ConflictNotice<OrderDetail>
          error={conflict}
          facts={orderFacts}
          onMine={(current) => {
            // The sums are shown anew before anything is saved.
            draft.startFrom(current);
            change.reset();
            if (current.version === order.version) void preview.refetch();
            else void client.invalidateQueries({ queryKey: adminKeys.orders });
          }}
          onTheirs={draft.leave}
        />
        <FormEnd
          error={change.error ?? refusal}
          onCancel={draft.leave}
          isBusy={change.isPending || (isChanged && preview.isFetching)}
          disabled={!isChanged || change.isPending}
        >
          {change.isPending ? m.admin_saving() : saveText(shown, money)}
        </FormEnd>
      </form>
    </Dialog>
  );
}

/** Refunded units stay in the order. */
const leastOf = ({ lines }: OrderDetail, id: string) =>
  Math.max(1, lines.find((line) => line.id === id)?.paidBack ?? 0);

function isOther(lines: readonly Item[], before: readonly Item[]): boolean {
  const quantityOf = (id: string) => before.find((line) => line.id === id)?.quantity;
  return lines.length !== before.length || lines.some(({ id, quantity }) => quantityOf(id) !== quantity);
}

const isLess = (lines: readonly Item[], before: readonly Item[]) =>
  before.some((line) => line.quantity > (lines.find(({ id }) => id === line.id)?.quantity ?? 0));

const orderFacts = ({ lines, refundedAmount }: OrderDetail): [string, string][] => [
  [m.admin_col_items(), lines.map(({ quantity, name }) => `${quantity} x ${name}`).join(', ')],
  [m.admin_csv_refunded(), formatAmount(refundedAmount)],
];

/** Unless the difference is let go, it is asked for when the items get dearer. The sums are the same either way. */
const moneyOf = ({ askCents }: ItemsPreview, money: ItemsMoney): ItemsMoney =>
  money !== 'let_go' && askCents > 0 ? 'ask' : money;

function saveText(preview: ItemsPreview | undefined, money: ItemsMoney): string {
  if (!preview) return m.admin_items_save();
  const { refundCents, askCents } = preview;
  if (refundCents > 0) return m.admin_items_save_refund({ amount: formatCents(refundCents) });
  if (moneyOf(preview, money) === 'ask') return m.admin_items_save_ask({ amount: formatCents(askCents) });
  return m.admin_items_save();
}

type FormProps = { form: UseFormReturn<Values>; order: OrderDetail };

/** A product with the price that it has in this order. */
type Choice = { id: string; name: string; priceCents: number; line: OrderLine | undefined };

/** What the order had, and what can be added. */
function useChoices({ lines }: OrderDetail): Choice[] {
  const language = useLanguage();
  const { data: products = [] } = useProducts();
  const bought = lines.map((line) => ({ id: line.id, name: line.name, priceCents: line.unitPriceCents, line }));
  const offered = products.flatMap((product): Choice[] => {
    const { id, published } = product;
    if (published?.state !== 'live' || published.priceCents === null) return [];
    if (lines.some((line) => line.id === id)) return [];
    return [{ id, name: nameOf(product, language), priceCents: published.priceCents, line: undefined }];
  });
  return [...bought, ...offered];
}

function Items({ form, order }: FormProps) {
  const choices = useChoices(order);
  const lines = form.watch('lines');
  const setLines = (changed: Item[]) => form.setValue('lines', changed, { shouldDirty: true });
  const left = choices.filter(({ id }) => lines.every((line) => line.id !== id));
  return (
    <div className="grid gap-3">
      <ul className="grid">
        {lines.map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            choice={choices.find(({ id }) => id === item.id)}
            onQuantity={(quantity) =>
              setLines(lines.map((line) => (line.id === item.id ? { ...line, quantity } : line)))
            }
            onRemove={lines.length > 1 ? () => setLines(lines.filter(({ id }) => id !== item.id)) : null}
          />
        ))}
      </ul>
      {left.length > 0 && lines.length < MAX_LINES && (
        <SelectField
          label={m.admin_items_add()}
          value=""
          onChange={(event) => setLines([...lines, { id: event.target.value, quantity: 1 }])}
          options={[
            { value: '', label: m.admin_product_component_choose() },
            ...left.map(({ id, name, priceCents }) => ({ value: id, label: `${name}, ${formatCents(priceCents)}` })),
          ]}
        />
      )}
    </div>
  );
}

type RowProps = {
  item: Item;
  choice: Choice | undefined;
  onQuantity: (quantity: number) => void;
  /** `null` for the last line: an order without items is canceled instead. */
  onRemove: (() => void) | null;
};

function ItemRow({ item: { id, quantity }, choice, onQuantity, onRemove }: RowProps) {
  const name = choice?.name ?? id;
  const paidBack = choice?.line?.paidBack ?? 0;
  const least = Math.max(1, paidBack);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-2">
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold">{name}</p>
        <p className="text-[0.92rem] text-ink-soft">
          {choice && m.admin_items_each({ price: formatCents(choice.priceCents) })}
          {paidBack > 0 && `, ${m.admin_line_paid_back({ count: paidBack })}`}
        </p>
      </div>
      <div className="flex items-center">
        <StepButton
          label={m.admin_items_less({ name })}
          isOff={quantity <= least}
          onClick={() => onQuantity(quantity - 1)}
        >
          −
        </StepButton>
        <input
          aria-label={m.admin_items_quantity({ name })}
          aria-invalid={quantity < least}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={quantity || ''}
          onChange={(event) => onQuantity(Number(event.target.value.replace(/\D/g, '')))}
          className="min-h-11 w-11 bg-transparent text-center font-semibold tabular-nums"
        />
        <StepButton
          label={m.admin_items_more({ name })}
          isOff={quantity >= MAX_QUANTITY}
          onClick={() => onQuantity(quantity + 1)}
        >
          +
        </StepButton>
        <span className="ml-1 grid size-11 place-items-center">
          {onRemove && paidBack === 0 && <TrashButton label={m.admin_items_remove({ name })} onClick={onRemove} />}
        </span>
      </div>
    </li>
  );
}

function StepButton({
  label,
  isOff,
  onClick,
  children,
}: {
  label: string;
  isOff: boolean;
  onClick: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff}
      className={`icon-button border-2 border-line text-[1.2rem] leading-none ${isOff ? 'opacity-40' : ''}`}
      onClick={isOff ? undefined : onClick}
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}

function Totals({ preview: { before, after } }: { preview: ItemsPreview }) {
  const rows: [string, keyof ItemsTotals, string][] = [
    [m.admin_col_items(), 'subtotalCents', ''],
    [m.admin_line_discount(), 'discountCents', '−'],
    [m.admin_col_shipping(), 'shippingCents', ''],
    [m.admin_line_tax(), 'taxCents', ''],
  ];
  const kept = rows.filter(([, name]) => name === 'subtotalCents' || before[name] !== 0 || after[name] !== 0);
  const cell = 'py-1.5 pl-3 text-right whitespace-nowrap tabular-nums';
  return (
    <table className="w-full border-collapse text-[0.95rem]">
      <caption className="sr-only">{m.admin_items_sums()}</caption>
      <thead>
        <tr className="border-line border-b-2 text-[0.88rem] text-ink-soft">
          <td />
          <th scope="col" className={`${cell} font-semibold`}>
            {m.admin_items_before()}
          </th>
          <th scope="col" className={`${cell} font-semibold`}>
            {m.admin_items_after()}
          </th>
        </tr>
      </thead>
      <tbody>
        {kept.map(([label, name, sign]) => (
          <tr key={name}>
            <th scope="row" className="py-1.5 text-left font-normal">
              {label}
            </th>
            <td className={cell}>{sign + formatCents(before[name])}</td>
            <td className={cell}>{sign + formatCents(after[name])}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-line border-t-2 font-bold">
          <th scope="row" className="py-1.5 text-left">
            {m.admin_col_total()}
          </th>
          <td className={cell}>{formatCents(before.totalCents)}</td>
          <td className={cell}>{formatCents(after.totalCents)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** A choice only when there is one; otherwise what it means. */
function MoneyChoice({
  form: { register, watch },
  preview: { differenceCents, refundCents, askCents },
}: Pick<FormProps, 'form'> & { preview: ItemsPreview }) {
  const isRefund = watch('money') === 'refund';
  const amount = formatCents(Math.abs(differenceCents));
  if (askCents > 0) {
    return (
      <fieldset className="grid gap-1">
        <legend className="mb-1.5 font-semibold">
          {differenceCents > 0 ? m.admin_items_dearer_choice({ amount }) : m.admin_items_still_owed()}
        </legend>
        <Check type="radio" value="refund" {...register('money')}>
          {m.admin_items_ask({ amount: formatCents(askCents) })}
        </Check>
        <p className="pl-8 text-[0.92rem] text-ink-soft">{m.admin_items_ask_hint()}</p>
        <Check type="radio" value="let_go" {...register('money')}>
          {m.admin_items_let_go()}
        </Check>
      </fieldset>
    );
  }
  if (differenceCents === 0) return <p className="font-semibold">{m.admin_items_equal()}</p>;
  if (differenceCents > 0) return <p className="font-semibold">{m.admin_items_dearer({ amount })}</p>;
  if (isRefund && refundCents === 0) return <p className="font-semibold">{m.admin_items_nothing_left({ amount })}</p>;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 font-semibold">{m.admin_items_cheaper({ amount })}</legend>
      <Check type="radio" value="refund" {...register('money')}>
        {isRefund ? m.admin_items_refund({ amount: formatCents(refundCents) }) : m.admin_items_refund_any()}
      </Check>
      <Check type="radio" value="let_go" {...register('money')}>
        {m.admin_items_keep()}
      </Check>
    </fieldset>
  );
}
