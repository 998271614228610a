import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import type { StockChange, StockMovement } from '#shared/catalogue/stock.ts';
import { callApi } from '../../../lib/api-client.ts';
import { getLanguage } from '../../../lib/language.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { offerUndo } from '../kit/undo/undo.ts';
import { usePutProduct } from './api.ts';

const [PATH] = adminKeys.products;
const movementsKey = (id: string) => [PATH, id, 'stock'];

/** The last changes of a product's stock, newest first. */
export function useStockMovements(id: string) {
  return useQuery<StockMovement[]>({ queryKey: movementsKey(id) });
}

const changeStock = (id: string, payload: StockChange) =>
  callApi<AdminProduct>(`${PATH}/${id}/stock`, { method: 'PATCH', payload });

/** Changes a product's stock; the pages follow within seconds. A manual change can be undone. */
export function useCountStock() {
  const client = useQueryClient();
  const put = usePutProduct();
  const refresh = () => client.invalidateQueries({ queryKey: adminKeys.products });
  return useMutation({
    // Presses run in sequence.
    scope: { id: `${PATH}/stock` },
    mutationFn: ({ product, change }: { product: AdminProduct; change: StockChange }) =>
      changeStock(product.id, change),
    onSuccess: (answer, { product, change }) => {
      put(answer);
      const name = answer.name[getLanguage()] || answer.id;
      const { onHand } = answer;
      const done = () =>
        onHand === null ? m.admin_undo_uncounted({ name }) : m.admin_undo_stock({ name, count: onHand });
      const back = takeBack(change, { before: product.onHand, after: onHand });
      if (product.onHand !== onHand) offerUndo(done, () => changeStock(product.id, back).finally(refresh));
    },
    onError: (error) => toastFailed(m.admin_product_not_changed(), error, m.admin_stock_moved),
    onSettled: refresh,
  });
}

/**
 * The change that undoes another: relative, because sales may have happened meanwhile, unless that would count below
 * zero.
 */
export function takeBack(
  { delta }: StockChange,
  { before, after }: { before: number | null; after: number | null },
): StockChange {
  if (delta === undefined || after === null) return { onHand: before, from: after };
  return after - delta < 0 ? { onHand: after - delta, from: after } : { delta: -delta };
}

/** A typed count; `null` for an empty text, `undefined` for anything else. */
export function parseCount(text: string): number | null | undefined {
  const plain = text.trim();
  if (plain === '') return null;
  return /^\d{1,6}$/.test(plain) ? Number(plain) : undefined;
}
