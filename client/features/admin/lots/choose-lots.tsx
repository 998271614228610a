import { useState } from 'react';
import * as m from '#messages';
import type { ChosenLot, Lot, OrderLots } from '#shared/lots/lots.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { useLanguage } from '../../../lib/language.ts';
import { TextField } from '../../../ui/form.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Fold } from '../kit/form/fold.tsx';
import { FormEnd } from '../kit/form/form-end.tsx';
import { FormSection } from '../kit/form/section.tsx';
import { TextButton } from '../kit/row-buttons.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { useChooseLots } from './api.ts';
import { dayText } from './day-text.ts';
import { orderNames } from './order-names.ts';
import { lotStateLabels, stateOf } from './words.ts';

type Props = { order: OrderDetail; read: OrderLots; onClose: () => void };
type Typed = Readonly<Record<string, string>>;

const chosenIn = (lots: OrderLots['lots']): ChosenLot[] => lots.map(({ lotId, quantity }) => ({ lotId, quantity }));
/** `undefined` for anything but a whole number. */
const countOf = (text = '') => (/^\d{0,6}$/.test(text.trim()) ? Number(text) : undefined);

/** How many units of an order come from which lot; a line may come from several. */
export default function ChooseLots({ order, read, onClose }: Props) {
  const nameOf = orderNames(order, useLanguage());
  // As the dialog was opened: a later read must not change what the save is based on.
  const [{ needs, lots, isProposed, choices }] = useState(read);
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(lots.map(({ lotId, quantity }) => [lotId, String(quantity)])),
  );
  const save = useChooseLots(order.id, onClose);
  const wrong = needs.filter(({ productId, quantity }) => !isRight(choices, typed, productId, quantity));
  return (
    <Dialog title={m.admin_lots_title({ number: orderNumber(order.id) })} onClose={onClose}>
      <form
        noValidate
        className="mt-5 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = choices.flatMap(({ id }): ChosenLot[] => {
            const quantity = countOf(typed[id]) ?? 0;
            return quantity > 0 ? [{ lotId: id, quantity }] : [];
          });
          if (wrong.length === 0) save.mutate({ lots: chosen, from: isProposed ? [] : chosenIn(lots) });
        }}
      >
        {needs.map(({ productId, quantity }) => (
          <ProductLots
            key={productId}
            title={m.admin_lots_of({ quantity, name: nameOf(productId) })}
            quantity={quantity}
            choices={choices.filter((lot) => lot.productId === productId)}
            typed={typed}
            onType={(change) => setTyped((before) => ({ ...before, ...change }))}
            error={wrong.some((need) => need.productId === productId) ? m.admin_lots_sum({ quantity }) : undefined}
          />
        ))}
        <FormEnd error={null} onCancel={onClose} isPending={save.isPending}>
          {m.admin_lots_save()}
        </FormEnd>
      </form>
    </Dialog>
  );
}

/** Fewer units are allowed: packing gives the rest a lot. */
function isRight(choices: readonly Lot[], typed: Typed, productId: string, quantity: number): boolean {
  const counts = choices.filter((lot) => lot.productId === productId).map(({ id }) => countOf(typed[id]));
  return (
    counts.every((count) => count !== undefined) && counts.reduce<number>((sum, n) => sum + (n ?? 0), 0) <= quantity
  );
}

type ProductProps = {
  title: string;
  quantity: number;
  choices: readonly Lot[];
  typed: Typed;
  onType: (change: Typed) => void;
  error: string | undefined;
};

function ProductLots({ title, quantity, choices, typed, onType, error }: ProductProps) {
  if (choices.length === 0) return null;
  const isFirst = (lot: Lot) => stateOf(lot) === 'open' || Boolean(typed[lot.id]);
  const others = choices.filter((lot) => !isFirst(lot));
  const onAll = (lot: Lot) =>
    onType(Object.fromEntries(choices.map(({ id }) => [id, id === lot.id ? String(quantity) : ''])));
  const rows = (lots: readonly Lot[]) =>
    lots.map((lot) => (
      <LotRow
        key={lot.id}
        lot={lot}
        typed={typed[lot.id] ?? ''}
        onType={(text) => onType({ [lot.id]: text })}
        onAll={() => onAll(lot)}
      />
    ));
  return (
    <FormSection title={title}>
      {rows(choices.filter(isFirst))}
      {others.length > 0 && <Fold summary={m.admin_lots_others()}>{rows(others)}</Fold>}
      {error && (
        <p role="alert" className="text-sm font-semibold text-brand">
          {error}
        </p>
      )}
    </FormSection>
  );
}

type RowProps = { lot: Lot; typed: string; onType: (text: string) => void; onAll: () => void };

function LotRow({ lot, typed, onType, onAll }: RowProps) {
  const { code, bestBy } = lot;
  const state = stateOf(lot);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <TextField
        fieldClass="min-w-0 flex-1 basis-32"
        label={m.admin_lots_field({ code, day: dayText(bestBy) })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      {state !== 'open' && <StatusBadge status={state} labels={lotStateLabels} />}
      <TextButton label={m.admin_lots_all_of({ code })} onClick={onAll}>
        {m.admin_lots_all()}
      </TextButton>
    </div>
  );
}
