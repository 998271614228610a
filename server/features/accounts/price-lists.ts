import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import { listProducts } from '#server/features/catalogue/service.ts';
import { DEFAULT_LIST, type PriceList, type PriceListInput } from '#shared/accounts/price-lists.ts';
import * as repository from './repository.ts';

type Deps = Pick<BaseDeps, 'db' | 'clock'>;

const toWire = (id: string, row: repository.PriceListRow | null): PriceList => ({
  id,
  lines: [...(row?.lines ?? [])],
  version: row?.version ?? 0,
});

/** The default list, or the own lines of an account. @throws AppError `not_found` there is no such account */
export async function getPriceList({ db }: Pick<Deps, 'db'>, id: string): Promise<PriceList> {
  if (id !== DEFAULT_LIST && !(await repository.findAccount(db, id))) throw new AppError('not_found');
  return toWire(id, await repository.findPriceList(db, id));
}

/** @throws AppError `not_found` · `stale_version` with the list as `current` · `product_unknown` */
export async function savePriceList(
  { db, clock }: Deps,
  id: string,
  { lines, version }: PriceListInput,
): Promise<PriceList> {
  const products = new Set((await listProducts({ db, clock })).map((product) => product.id));
  if (lines.some(({ productId }) => !products.has(productId))) throw new AppError('product_unknown');
  return db.transaction(async (tx) => {
    const accountId = id === DEFAULT_LIST ? null : id;
    // Its lock also keeps an account from being deleted meanwhile.
    if (accountId && !(await repository.lockAccount(tx, accountId))) throw new AppError('not_found');
    const before = await repository.lockPriceList(tx, id);
    requireVersion(version, toWire(id, before));
    const updatedAt = clock.now();
    const row = before
      ? await repository.updatePriceList(tx, id, { lines, updatedAt })
      : await repository.insertPriceList(tx, { id, accountId, lines, updatedAt });
    // Another tab has saved the first version in between.
    if (!row) throw new AppError('stale_version', { current: toWire(id, await repository.findPriceList(tx, id)) });
    return toWire(id, row);
  });
}
