import { sql } from 'drizzle-orm';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import type { Program } from '#test/program.ts';
import type { Shopper, World } from './world.ts';

type Press = { body?: Record<string, unknown>; headers?: Record<string, string> };

/** A shopper's order, as its signed-in owner sees it. */
export async function deskOf({ url }: Program, { paymentId }: Shopper) {
  const login = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'guava and crackers' }),
  });
  if (!login.ok) throw new Error(`The login answered ${login.status}`);
  const cookie = login.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const call = async <T>(path: string, press?: Press): Promise<T> => {
    const options = press && {
      method: 'POST',
      body: JSON.stringify(press.body ?? {}),
      headers: { 'content-type': 'application/json', ...press.headers },
    };
    const answer = await fetch(`${url}/api/admin/orders${path}`, {
      ...options,
      headers: { cookie, ...options?.headers },
    });
    if (!answer.ok)
      throw new Error(`${options?.method ?? 'GET'} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json() as Promise<T>;
  };
  const [order] = await call<Order[]>(`?q=${paymentId}`);
  if (!order) throw new Error(`There is no order of ${paymentId}`);
  return {
    press: (what: 'labels' | 'cancel' | 'refunds', press: Press = {}) => call(`/${order.id}/${what}`, press),
    read: () => call<OrderDetail>(`/${order.id}`),
  };
}

/** Makes the next pass handle a killed program's work, instead of after a minute. No program may run. */
export async function endWaiting(world: World): Promise<void> {
  await world.engine.read(async (db) => {
    await db.execute(sql`update refunds set next_check_at = now() where next_check_at is not null`);
    await db.execute(sql`update labels set next_check_at = now() where next_check_at is not null`);
  });
}
