import type { Order } from '#shared/admin-orders.ts';
import type { Found } from '#shared/find.ts';
import { orderNumber } from '#shared/orders.ts';
import { startProgram } from '#test/program.ts';
import { MOST_ORDERS, openBigDatabase, startBigPostgres } from './big-shop.ts';
import { CELL_HEADS, cells, ms, type Section, sumUp, timed } from './report.ts';
import { logIn, PASSWORD, versionOf } from './shop.ts';

const GOAL_MS = 150;
const WARM_UP = 5;
const ROUNDS = 100;
const CALL_LIMIT_MS = 15_000;

/** The search over everything at 1,000,000 orders with as many mails, 2,000 stores and 20,000 inquiries. */
export async function measureFind({ folder }: { folder: string }): Promise<Section> {
  const postgres = await startBigPostgres(folder);
  const url = await openBigDatabase(postgres, MOST_ORDERS);
  const program = await startProgram({
    env: { DATABASE_URL: url, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn' },
  });
  try {
    const headers = { cookie: await logIn(program.url) };
    const get = async <T>(path: string) => {
      const answer = await fetch(program.url + path, { headers });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const [shipped] = await get<Order[]>('/api/admin/orders?status=delivered&limit=1');
    if (!shipped) throw new Error('No order was delivered');
    const rows: string[][] = [];
    let worst = 0;
    for (const [name, q] of questions(shipped)) {
      const path = `/api/admin/find?q=${encodeURIComponent(q)}`;
      const found = await get<Found>(path);
      for (let i = 0; i < WARM_UP; i++) await get(path);
      const times: number[] = [];
      const end = performance.now() + CALL_LIMIT_MS;
      while (times.length < ROUNDS && performance.now() < end) times.push(await timed(() => get(path)));
      const summed = sumUp(times);
      worst = Math.max(worst, summed.p99);
      console.log(`${name}: p50 ${ms(summed.p50)} ms, p99 ${ms(summed.p99)} ms`);
      rows.push([name, Object.values(found).flat().length.toString(), ...cells(summed)]);
    }
    return {
      title: `The admin's search over everything on ${await versionOf(postgres)}`,
      body: [
        `\`GET /api/admin/find\` at ${MOST_ORDERS.toLocaleString('en-US')} orders and as many mails, 2,000 stores and 20,000 inquiries, ` +
          `up to ${ROUNDS} calls each by one client, one after the other.`,
        { head: ['what is typed', 'found', ...CELL_HEADS], rows },
        `Slowest p99: ${ms(worst)} ms (goal: ${GOAL_MS}).`,
      ],
    };
  } finally {
    await program.stop();
    await postgres.stop();
  }
}

/** What an owner types, also on the way to the whole of it. */
function questions(order: Order): [string, string][] {
  const tracking = order.trackingNumber ?? '';
  return [
    ['an order number', orderNumber(order.id)],
    ['a payment', order.stripePaymentIntentId],
    ['a customer', 'yolanda pérez'],
    ['a common last name', 'garcia'],
    ['the recipient of a gift', 'abuela quintana'],
    ['a whole mail address', order.email],
    ['the beginning of one', 'yolanda.'],
    ['a mailbox, for its mails', 'yolanda.p@'],
    ['a phone number', order.phone],
    ['its last digits', order.phone.slice(-4)],
    ['a ZIP', order.zipCode],
    ['a city', 'miami'],
    ['a street', order.addressLine1],
    ['a whole tracking number', tracking],
    // The newest orders have none: no match is near.
    ['the beginning of all tracking numbers', tracking.slice(0, 5)],
    ['the beginning of some', tracking.slice(0, -3)],
    ['two letters', 'ma'],
    ['two digits', '94'],
    ['two words, rare together', 'dennis 33199'],
    ['a store', 'bodega 1500'],
    ['a business', 'gas 19000'],
    ['nothing that is there', 'nobodyatall'],
  ];
}
