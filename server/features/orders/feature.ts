import type { AppDeps, Feature } from '#server/feature.ts';
import { priceParcel } from '#server/features/checkout/order-rates.ts';
import { getLabels } from '#server/features/labels/service.ts';
import { getOwed } from '#server/features/settlement/owed/service.ts';
import { getRefunds } from '#server/features/settlement/refunds/service.ts';
import { taxAfterMove } from '#server/features/tax/moved-order.ts';
import { listTaxRecords } from '#server/features/tax/records.ts';
import { addOrderAdminRoutes } from './admin-routes.ts';
import { countOrdersToday, findOrders, type ReadOrderParts } from './admin-service.ts';
import type { MoveOrder } from './correction.ts';
import { addOrderCorrectionRoutes } from './correction-routes.ts';
import { addCustomerAdminRoutes } from './customers/routes.ts';
import { customerList } from './customers/service.ts';
import { addOrderRoutes } from './routes.ts';
import { foldStats } from './stats/service.ts';

export const orders: Feature = {
  uses: { emails: ['order-mails', 'outbox', 'values'], lots: ['pack'], shipping: ['service'] },
  addPublicRoutes: (app, deps) => addOrderRoutes(app, deps, moveOf(deps), deps.mailShare),
  addAdminRoutes: (app, deps) => {
    addOrderAdminRoutes(app, deps, readPartsOf(deps));
    addCustomerAdminRoutes(app, deps);
    addOrderCorrectionRoutes(app, deps, moveOf(deps));
  },
  countToday: countOrdersToday,
  housekeeping: (deps) => [() => foldStats(deps)],
  find: async ({ db }, query) => ({
    orders: await findOrders(db, query),
    customers: (await customerList.getPage(db, query)).items,
  }),
};

function moveOf(deps: AppDeps): MoveOrder {
  return {
    price: (parcel, address) => priceParcel(deps, parcel, address),
    tax: (order, address) => taxAfterMove(deps, order, address),
  };
}

/** Reads the parts of an order's detail that other features store. */
export function readPartsOf(deps: AppDeps): ReadOrderParts {
  return async (order) => {
    const [refunds, owed, labels, taxRecords] = await Promise.all([
      getRefunds(deps, order),
      getOwed(deps, order),
      getLabels(deps, order),
      listTaxRecords(deps, order.id),
    ]);
    return { ...refunds, owed, ...labels, taxRecords };
  };
}
