import { pagedList } from '#server/db/paged-list.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { centsOf, centsToText } from '#shared/core/money.ts';
import {
  CUSTOMER_ORDERS_SHOWN,
  type Customer,
  type CustomerDetail,
  type CustomerListQuery,
} from '#shared/orders/customers.ts';
import { type OrderStatus, orderNumber } from '#shared/orders/orders.ts';
import {
  type CustomerOrderRow,
  type CustomerRow,
  findCustomer,
  listCustomers,
  listOrdersOfCustomer,
} from './repository.ts';

export const customerList = pagedList<CustomerRow, Customer, CustomerListQuery>(listCustomers, toWire, 'newest');

/** A customer with the latest orders. @throws AppError `not_found` also for erased customers */
export async function getCustomer({ db }: Pick<BaseDeps, 'db'>, id: string): Promise<CustomerDetail> {
  const row = await findCustomer(db, id);
  if (!row) throw new AppError('not_found');
  const orders = await listOrdersOfCustomer(db, row.person, CUSTOMER_ORDERS_SHOWN);
  return { ...toWire(row), orderList: orders.map(orderToWire) };
}

function toWire({ id, name, email, orders, net, firstOrderAt, lastOrderAt }: CustomerRow): Customer {
  const [first, last] = [firstOrderAt.toISOString(), lastOrderAt.toISOString()];
  return { id, name, email, orders, net, firstOrderAt: first, lastOrderAt: last };
}

function orderToWire({ id, createdAt, status, totalAmount, refundedAmount, disputedAmount }: CustomerOrderRow) {
  const returned = Math.min(centsOf(totalAmount), centsOf(refundedAmount) + centsOf(disputedAmount));
  return {
    id,
    number: orderNumber(id),
    createdAt: createdAt.toISOString(),
    status: status as OrderStatus,
    totalAmount,
    returned: centsToText(returned),
  };
}
