import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { adminKeys } from '../keys.ts';
import { moved } from '../kit/form/ordered-rows.tsx';
import { statusFilter } from '../kit/labels.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { ListFrame } from '../kit/list/list-frame.tsx';
import { wholeRead } from '../kit/list/rows.ts';
import { type ListKind, useWholeList } from '../kit/list/use-list.ts';
import { useOpenRow } from '../kit/open-row.ts';
import { OwnerOnly, useIsOwner } from '../kit/role.tsx';
import { productStateLabels } from '../publishing/product-words.ts';
import { PublishBar } from '../publishing/publish-bar.tsx';
import { useOrderProducts, useProducts, useQuickChange } from './api.ts';
import { ProductCard, productColumns } from './product-rows.tsx';

const ProductDetail = lazyPanel(() => import('./product-detail.tsx'));

const productList: ListKind = {
  key: adminKeys.products,
  title: m.admin_screen_products,
  hasHeading: true,
  filters: { status: statusFilter(productStateLabels) },
  empty: [m.admin_products_empty, m.admin_products_empty_hint],
};

/** The products in the owner's order. Fields that change often are edited here, all others in the product's form. */
export default function ProductsScreen() {
  const language = useLanguage();
  const isOwner = useIsOwner();
  const products = useProducts();
  const order = useOwnOrder(products.data);
  const list = useWholeList(productList, { ...wholeRead(products), rows: order.rows });
  const { opened, open, close } = useOpenRow();
  const [, navigate] = useLocation();
  const quick = useQuickChange();
  const { status } = list.state;
  const rows = list.rows.filter((row) => status === '' || stateOf(row) === status);
  const actions = {
    language,
    pendingId: quick.isPending ? quick.variables.product.id : null,
    onOpen: open,
    onChange: (product: AdminProduct, change: Parameters<typeof quick.mutate>[0]['change'], done: () => string) =>
      quick.mutate({ product, change, done }),
    // Positions among some of the products do not determine the order of all.
    onMove: status === '' && isOwner ? order.move : null,
    positionOf: (id: string) => ({ index: rows.findIndex((row) => row.id === id), count: rows.length }),
  };
  return (
    <>
      <PublishBar />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons of each row do the same. */}
      <div onKeyDown={actions.onMove ? order.onKey : undefined}>
        <ListFrame
          list={list}
          rows={rows}
          columns={productColumns(actions)}
          card={(row) => <ProductCard product={row} {...actions} />}
          actions={
            <OwnerOnly>
              <Button size="small" variant="quiet" onClick={() => navigate(ADMIN_SCREEN_PATHS.lots)}>
                {m.admin_screen_lots()}
              </Button>
              <Button size="small" onClick={() => navigate(`${ADMIN_SCREEN_PATHS.products}/new`)}>
                {m.admin_product_add()}
              </Button>
            </OwnerOnly>
          }
        />
      </div>
      <p role="status" className="sr-only">
        {order.said}
      </p>
      {opened && (
        <ProductDetail
          key={opened}
          id={opened}
          product={products.data?.find(({ id }) => id === opened)}
          isRead={products.data !== undefined && !products.isFetching}
          onClose={close}
        />
      )}
    </>
  );
}

/** The state that shoppers see: an unpublished product is a draft, whatever its own field says. */
export const stateOf = ({ published }: AdminProduct) => published?.state ?? 'draft';

/** Several moves of one row are one change. */
const SETTLE_MS = 900;

/** The order while rows are moved: shown at once, saved and published after the last move. */
function useOwnOrder(saved: readonly AdminProduct[] | undefined) {
  const { mutate } = useOrderProducts();
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const focused = useRef<HTMLElement>(null);
  const rows = ids && saved ? inOrder(saved, ids) : saved;
  const waiting = useRef<{ ids: readonly string[]; before: readonly string[] }>(null);
  const send = useCallback(() => {
    clearTimeout(timer.current);
    const change = waiting.current;
    waiting.current = null;
    if (change) mutate(change, { onSettled: () => setIds(null) });
  }, [mutate]);
  // Leaving the screen saves pending moves at once.
  useEffect(() => send, [send]);
  // A row that is moved in the document loses the focus.
  useLayoutEffect(() => {
    if (ids && focused.current?.isConnected) focused.current.focus();
  }, [ids]);
  function move(id: string, step: 1 | -1) {
    if (!rows || !saved) return;
    const now = rows.map((row) => row.id);
    const from = now.indexOf(id);
    const next = moved(now, from, from + step);
    if (next.join() === now.join()) return;
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setIds(next);
    setSaid(m.admin_rows_place({ position: from + step + 1, count: next.length }));
    waiting.current = { ids: next, before: waiting.current?.before ?? saved.map((row) => row.id) };
    clearTimeout(timer.current);
    timer.current = setTimeout(send, SETTLE_MS);
  }
  function onKey(event: KeyboardEvent) {
    const step = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (!step || !row?.dataset.row) return;
    event.preventDefault();
    move(row.dataset.row, step);
  }
  return { rows, move, onKey, said };
}

function inOrder(rows: readonly AdminProduct[], ids: readonly string[]): AdminProduct[] {
  const positionOf = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return [...rows].sort((a, b) => positionOf(a.id) - positionOf(b.id));
}
