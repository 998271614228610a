import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import * as m from '#messages';
import type { AdminProduct, ProductChange, ProductInput } from '#shared/catalogue/products.ts';
import type { Changed } from '#shared/content/item.ts';
import { callApi } from '../../../lib/api-client.ts';
import { getLanguage } from '../../../lib/language.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { offerUndo } from '../kit/undo/undo.ts';
import { offerRestore, refreshContent } from '../publishing/api.ts';

const [PATH] = adminKeys.products;

export function useProducts() {
  return useQuery<AdminProduct[]>({ queryKey: adminKeys.products });
}

/** Inserts a product that was read or saved into the cached list; a new one comes last. */
export function usePutProduct() {
  const client = useQueryClient();
  return (product: AdminProduct) =>
    client.setQueryData<AdminProduct[]>(adminKeys.products, (rows = []) =>
      rows.some(({ id }) => id === product.id)
        ? rows.map((row) => (row.id === product.id ? product : row))
        : [...rows, product],
    );
}

const fail = (error: unknown) => toastFailed(m.admin_product_not_changed(), error, m.admin_product_stale);

/** Fields that are edited inline and published at once. */
export type QuickChange = Pick<ProductInput, 'priceCents' | 'state' | 'availability'>;
type QuickInput = { product: AdminProduct; change: QuickChange; done: () => string };

/**
 * Publishes a change of one product at once and offers to undo it. Changes run in sequence, so that the second is based
 * on the first one's version.
 */
export function useQuickChange() {
  const client = useQueryClient();
  const put = usePutProduct();
  const answered = useRef(new Map<string, number>());
  return useMutation({
    scope: { id: PATH },
    mutationFn: async ({ product: { id, version }, change }: QuickInput) => {
      const body = { ...change, publish: true, version: Math.max(version, answered.current.get(id) ?? 0) };
      const answer = await callApi<Changed<AdminProduct>>(`${PATH}/${id}`, { method: 'PATCH', payload: body });
      answered.current.set(id, answer.version);
      return answer;
    },
    onSuccess: (answer, { done }) => {
      put(answer);
      if (answer.revision !== null) offerRestore(client, done, answer.revision);
    },
    onError: fail,
    onSettled: () => refreshContent(client),
  });
}

/** Saves the order of the products, which shoppers see at once. */
export function useOrderProducts() {
  const client = useQueryClient();
  const save = (ids: readonly string[]) =>
    callApi<AdminProduct[]>(`${PATH}/order`, { method: 'PUT', payload: { ids, publish: true } });
  return useMutation({
    scope: { id: PATH },
    mutationFn: ({ ids }: { ids: readonly string[]; before: readonly string[] }) => save(ids),
    onSuccess: (_, { before }) =>
      offerUndo(m.admin_product_order_done, () => save(before).finally(() => refreshContent(client))),
    onError: fail,
    onSettled: () => refreshContent(client),
  });
}

/** Saves a new product (`id` is `null`) or the draft of one, and optionally publishes it. */
export function useSaveProduct() {
  const client = useQueryClient();
  const put = usePutProduct();
  return useMutation({
    mutationFn: (call: () => Promise<AdminProduct>) => call(),
    onSuccess: put,
    onSettled: () => refreshContent(client),
  });
}

/** Says why a product was not saved. */
export const toastNotSaved = (error: unknown) => toastFailed(m.admin_product_not_saved(), error);

export const createProduct = (payload: ProductInput) => callApi<AdminProduct>(PATH, { method: 'POST', payload });

export const changeProduct = (id: string, payload: ProductChange) =>
  callApi<Changed<AdminProduct>>(`${PATH}/${id}`, { method: 'PATCH', payload });

export function useDeleteProduct(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: AdminProduct) => callApi(`${PATH}/${id}?version=${version}`, { method: 'DELETE' }),
    onSuccess: (_, product) => {
      offerUndo(
        () => m.admin_undo_product({ name: product.name[getLanguage()] || product.id }),
        () => createProduct(inputOf(product)).finally(() => refreshContent(client)),
      );
      onDone();
    },
    onError: fail,
    onSettled: () => refreshContent(client),
  });
}

/** The fields of a product as the input for a copy. */
export function inputOf(product: AdminProduct): ProductInput {
  const { id, version, origin, changed, published, missing, onHand, available, lowAt, ...fields } = product;
  return { ...fields, state: 'draft' };
}
