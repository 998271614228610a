import { sql } from 'drizzle-orm';
import { logIn } from '#lab/bench/shop.ts';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import type { Program } from '#test/program.ts';
import { arm, startToKill } from './kills.ts';
import { type Shopper, until, type World } from './world.ts';

type Action = 'labels' | 'cancel' | 'refunds';
type Press = { body?: Record<string, unknown>; headers?: Record<string, string> };

/** A shopper's order, as its signed-in owner sees it. */
export async function deskOf({ url }: Program, { paymentId }: Shopper) {
  const cookie = await logIn(url);
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
    press: (what: Action, press: Press = {}) => call(`/${order.id}/${what}`, press),
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

/**
 * A purchase, and the owner's press during which the program dies at the point. @param how.before an earlier press
 *
 * @throws Error when it died elsewhere
 */
export async function dieDuring(
  world: World,
  point: string,
  what: Action,
  how: { press?: Press; before?: Action | undefined } = {},
): Promise<Shopper> {
  const dying = await startToKill(world, point);
  const shopper = await world.buy(dying.url);
  const desk = await deskOf(dying, shopper);
  if (how.before) await desk.press(how.before);
  await arm(dying);
  await desk.press(what, how.press).catch(() => {});
  await until(`death at "${point}"`, () => dying.process.signalCode !== null);
  await dying.exited;
  if (!dying.output().includes(`killed at: ${point}`)) throw new Error(`The kill was not at "${point}"`);
  return shopper;
}
