import type { UseFormReturn } from 'react-hook-form';
import * as m from '#messages';
import { type CaseLine, DEFAULT_LIST, type PriceList } from '#shared/accounts/price-lists.ts';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { useLanguage } from '../../../lib/language.ts';
import { TextField } from '../../../ui/form.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { fieldOf } from '../kit/form/field-of.ts';
import { parseDollars } from '../kit/form/numbers.ts';
import { RecordForm, useRecordForm } from '../kit/form/record-form.tsx';
import { formatCents } from '../kit/format.ts';
import { Skeleton } from '../kit/load-states.tsx';
import { useProducts } from '../products/api.ts';
import { nameOf, useProductNames } from '../products/product-names.ts';
import { usePriceList, useSavePriceList } from './api.ts';
import { type PriceValues, priceField, readValues, valuesOf } from './price-values.ts';

type Props = {
  /** The default list, or an account whose own prices these are. */
  id: string;
  title: string;
  onClose: () => void;
};

/** The prices of cases, of all accounts or of one. */
export default function PricesDialog({ id, title, onClose }: Props) {
  const list = usePriceList(id).data;
  const byDefault = usePriceList(DEFAULT_LIST).data;
  const products = useProducts().data;
  const isOwn = id !== DEFAULT_LIST;
  return (
    <Dialog title={title} description={isOwn ? m.admin_prices_own_hint() : m.admin_prices_hint()} onClose={onClose}>
      {list && byDefault && products ? (
        <PricesForm list={list} byDefault={isOwn ? byDefault.lines : []} products={products} onClose={onClose} />
      ) : (
        <Skeleton rows={3} className="h-16" />
      )}
    </Dialog>
  );
}

type FormProps = {
  list: PriceList;
  /** What an account pays without a price of its own. */
  byDefault: readonly CaseLine[];
  products: readonly AdminProduct[];
  onClose: () => void;
};

function PricesForm({ list, byDefault, products, onClose }: FormProps) {
  const hasLine = (id: string) => list.lines.some(({ productId }) => productId === id);
  const shown = products.filter(({ id, state }) => state !== 'archived' || hasLine(id));
  const ids = shown.map(({ id }) => id);
  const save = useSavePriceList(list.id, () => record.draft.leave());
  const record = useRecordForm<PriceValues, PriceList, CaseLine[]>({
    key: `prices:${list.id}`,
    row: list,
    empty: {},
    valuesOf: (row) => valuesOf(row, ids),
    snapshotOf: ({ lines }) => ({ lines: JSON.stringify(lines) }),
    readValues: (values) => readValues(values, ids),
    save,
    onClose,
  });
  const nameById = useProductNames({ isNeeded: true });
  return (
    <RecordForm<PriceList, CaseLine[]>
      record={record}
      facts={({ lines }) =>
        lines.map(({ productId, priceCents, unitsPerCase, minimumCases }) => [
          nameById(productId),
          `${formatCents(priceCents)} · ${m.admin_prices_line({ units: unitsPerCase, cases: minimumCases })}`,
        ])
      }
      sentenceOf={(lines) => m.admin_prices_sentence({ count: lines.length, all: ids.length })}
      submit={m.admin_prices_save()}
    >
      {shown.map((product) => (
        <ProductLine
          key={product.id}
          form={record.form}
          product={product}
          byDefault={byDefault.find(({ productId }) => productId === product.id)}
        />
      ))}
    </RecordForm>
  );
}

type LineProps = { form: UseFormReturn<PriceValues>; product: AdminProduct; byDefault: CaseLine | undefined };

function ProductLine({ form, product, byDefault }: LineProps) {
  const { id, priceCents } = product;
  const field = fieldOf(form);
  const [units = '', price = ''] = form.watch([priceField('units', id), priceField('price', id)]);
  const cents = parseDollars(price);
  const isWhole = /^[1-9]\d{0,3}$/.test(units.trim());
  const each = cents && isWhole ? formatCents(Math.round(cents / Number(units))) : null;
  const retail = priceCents === null ? null : formatCents(priceCents);
  return (
    <fieldset className="rounded-field border border-line p-3">
      <legend className="px-1 font-semibold">{nameOf(product, useLanguage())}</legend>
      {byDefault && (
        <p className="mb-2 text-sm text-ink-soft">
          {m.admin_prices_default_line({
            price: formatCents(byDefault.priceCents),
            line: m.admin_prices_line({ units: byDefault.unitsPerCase, cases: byDefault.minimumCases }),
          })}
        </p>
      )}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <TextField
          label={m.admin_prices_units()}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          {...field(priceField('units', id))}
        />
        <TextField
          label={m.admin_prices_price()}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          {...field(priceField('price', id))}
        />
        <TextField
          label={m.admin_prices_minimum()}
          isOptional
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          {...field(priceField('minimum', id))}
        />
      </div>
      <p className="mt-2 text-sm text-ink-soft empty:hidden">
        {each && (retail ? m.admin_prices_each_retail({ each, retail }) : m.admin_prices_each({ each }))}
      </p>
    </fieldset>
  );
}
