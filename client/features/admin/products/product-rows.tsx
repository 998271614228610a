import * as m from '#messages';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import type { Language } from '#shared/core/language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { MoveButtons } from '../kit/form/ordered-rows.tsx';
import type { Column } from '../kit/list/data-table.tsx';
import { OwnerOnly } from '../kit/role.tsx';
import { TextButton } from '../kit/row-buttons.tsx';
import { StatusBadge } from '../kit/status.tsx';
import { PictureThumb } from '../media/picture-thumb.tsx';
import { availabilityLabels, productStateLabels } from '../publishing/product-words.ts';
import type { QuickChange } from './api.ts';
import { PriceCell } from './price-cell.tsx';
import { nameOf } from './product-names.ts';
import { StockCell } from './stock-cell.tsx';
import { enoughText } from './stock-text.ts';

export type RowActions = {
  language: Language;
  /** The product whose change is being published. */
  pendingId: string | null;
  onOpen: (id: string) => void;
  onChange: (product: AdminProduct, change: QuickChange, done: () => string) => void;
  /** `null` while not all products are displayed. */
  onMove: ((id: string, step: 1 | -1) => void) | null;
  positionOf: (id: string) => { index: number; count: number };
};
type Props = RowActions & { product: AdminProduct };

export function productColumns(actions: RowActions): Column<AdminProduct>[] {
  const { language, onOpen } = actions;
  return [
    {
      id: 'name',
      header: m.admin_col_product(),
      className: 'min-w-64!',
      cell: (row) => (
        <span className="flex items-center gap-3">
          <PictureThumb name={row.images[0]} pictures={row.pictures} />
          <span className="min-w-0">
            <OwnerOnly helpers={<span className="font-semibold">{nameOf(row, language)}</span>}>
              <TextButton
                className="row-name"
                label={m.admin_product_open({ name: nameOf(row, language) })}
                onClick={() => onOpen(row.id)}
              >
                {nameOf(row, language)}
              </TextButton>
            </OwnerOnly>
            {row.size[language] && <span className="cell-line text-ink-soft">{row.size[language]}</span>}
          </span>
        </span>
      ),
    },
    {
      id: 'price',
      isOwners: true,
      header: m.admin_product_price(),
      className: 'min-w-28',
      cell: (row) => <Price product={row} {...actions} />,
    },
    { id: 'stock', needsRoom: true, header: m.admin_stock(), cell: (row) => <Stock product={row} {...actions} /> },
    {
      id: 'state',
      header: m.admin_col_status(),
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-3">
          <Marks product={row} />
          <OwnerOnly>
            <ShowButton product={row} {...actions} />
          </OwnerOnly>
        </span>
      ),
    },
    {
      id: 'availability',
      needsRoom: true,
      isOwners: true,
      header: m.admin_product_availability(),
      cell: (row) => <AvailabilitySelect product={row} {...actions} />,
    },
    {
      id: 'order',
      needsRoom: true,
      isOwners: true,
      header: m.admin_col_order_of_rows(),
      cell: (row) => <Position product={row} {...actions} />,
    },
  ];
}

/** A product as a card, if there is no space for a table. */
export function ProductCard(props: Props) {
  const { product, language, onOpen } = props;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-[0.35rem] [&_.card-link]:min-h-7 [&_.card-link]:no-underline">
      <PictureThumb name={product.images[0]} pictures={product.pictures} />
      <div className="min-w-0">
        <OwnerOnly helpers={<span className="line-clamp-2 font-semibold">{nameOf(product, language)}</span>}>
          <TextButton
            className="card-link"
            label={m.admin_product_open({ name: nameOf(product, language) })}
            onClick={() => onOpen(product.id)}
          >
            <span className="line-clamp-2">{nameOf(product, language)}</span>
          </TextButton>
        </OwnerOnly>
        <span className="flex flex-wrap gap-1.5">
          <Marks product={product} />
        </span>
      </div>
      <Position {...props} />
      <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
        <OwnerOnly helpers={<Stock {...props} />}>
          <Price {...props} />
          <Stock {...props} />
          <AvailabilitySelect {...props} />
          <ShowButton {...props} />
        </OwnerOnly>
      </div>
    </div>
  );
}

function Marks({ product }: { product: AdminProduct }) {
  const { published, changed, missing } = product;
  const isWaiting = changed.length > 0 && published !== null;
  return (
    <>
      <StatusBadge status={published?.state ?? 'draft'} labels={productStateLabels} />
      {isWaiting && <Badge tone="yellow">{m.admin_product_unpublished()}</Badge>}
      {published === null && missing.length > 0 && (
        <span className="text-sm text-ink-soft">{m.admin_product_missing({ count: missing.length })}</span>
      )}
    </>
  );
}

/** Inline editing for published prices only; a draft's first price is set in its form. */
function Price({ product, language, pendingId, onChange }: Props) {
  if (product.published === null) return null;
  return (
    <PriceCell
      name={nameOf(product, language)}
      cents={product.published.priceCents}
      isPending={pendingId === product.id}
      onChange={(priceCents, text) =>
        onChange(product, { priceCents }, () => m.admin_undo_price({ name: nameOf(product, language), price: text }))
      }
    />
  );
}

/** For published products only; a draft's stock is counted in its form. */
function Stock({ product, language }: Props) {
  if (product.published === null) return null;
  if (product.published.isAssortment) return <span className="text-ink-soft">{enoughText(product)}</span>;
  return <StockCell product={product} name={nameOf(product, language)} />;
}

function ShowButton({ product, language, pendingId, onChange }: Props) {
  const state = product.published?.state;
  if (state !== 'live' && state !== 'hidden') return null;
  const name = nameOf(product, language);
  const isLive = state === 'live';
  return (
    <button
      type="button"
      className="text-button"
      disabled={pendingId === product.id}
      aria-label={isLive ? m.admin_product_hide_of({ name }) : m.admin_product_show_of({ name })}
      onClick={() =>
        onChange(product, { state: isLive ? 'hidden' : 'live' }, () =>
          isLive ? m.admin_undo_hidden({ name }) : m.admin_undo_shown({ name }),
        )
      }
    >
      {isLive ? m.admin_product_hide() : m.admin_product_show()}
    </button>
  );
}

function AvailabilitySelect({ product, language, pendingId, onChange }: Props) {
  const { published } = product;
  if (published === null) return null;
  const name = nameOf(product, language);
  return (
    <select
      aria-label={m.admin_product_availability_of({ name })}
      className="control select small-select"
      value={published.availability}
      disabled={pendingId === product.id}
      onChange={(event) => {
        const availability = event.target.value as AdminProduct['availability'];
        const label = availabilityLabels[availability];
        onChange(product, { availability }, () => m.admin_undo_availability({ name, to: label() }));
      }}
    >
      {Object.entries(availabilityLabels).map(([value, label]) => (
        <option key={value} value={value}>
          {label()}
        </option>
      ))}
    </select>
  );
}

function Position({ product, language, onMove, positionOf }: Props) {
  if (!onMove) return null;
  const { index, count } = positionOf(product.id);
  return (
    <MoveButtons
      name={nameOf(product, language)}
      isFirst={index === 0}
      isLast={index === count - 1}
      onMove={(step) => onMove(product.id, step)}
    />
  );
}
