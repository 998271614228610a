import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import type { WrittenOrder, WrittenPreview } from '#shared/written-orders/written-orders.ts';
import type { TestApp } from './app.ts';
import { aNewYorkAddress } from './makers.ts';
import { adminOf } from './shop.ts';

const A = '/api/admin';
const PATH = `${A}/written-orders`;
const BOX = 'box40';

type Wanted = { id: string; quantity: number; priceCents?: number; reason?: string };
type Choice = {
  lines?: Wanted[];
  way?: 'rate' | 'amount' | 'pickup' | 'van';
  amountCents?: number;
  code?: string;
  address?: ReturnType<typeof aNewYorkAddress>;
  ending?: object;
  note?: string;
};

export const BY_CHECK = { kind: 'paid', method: 'check', reference: 'No. 1042', paidOn: '2026-11-20', notify: true };
export const BY_LINK = { kind: 'link', days: 7, mail: true };

/** The owner's calls for orders that she writes, by default two boxes paid by check. */
export function writingDesk(shop: TestApp) {
  const call = adminOf(shop);
  const preview = ({ lines = [{ id: BOX, quantity: 2 }], way = 'rate', amountCents = 700, ...more }: Choice = {}) => {
    const address = more.address ?? aNewYorkAddress();
    const shipping = way === 'rate' ? null : { way, amountCents };
    const { email, preferredLanguage } = address;
    const body = { lines, address, email, preferredLanguage, way, shipping, code: more.code ?? null };
    return call('POST', `${PATH}/preview`, body);
  };
  /** The body that the screen sends after the sums were shown. */
  const aBody = async (choice: Choice = {}) => {
    const { lines = [{ id: BOX, quantity: 2 }], address = aNewYorkAddress(), code = null, note = '' } = choice;
    const answer = await preview(choice);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    const { shipping, totals } = answer.json<WrittenPreview>();
    return { lines, address, shipping, code, note, totalCents: totals.totalCents, ending: choice.ending ?? BY_CHECK };
  };
  const write = (body: object, key: string = randomUUID()) => call('POST', PATH, body, { 'idempotency-key': key });
  const read = async (id: string) => (await call('GET', `${A}/orders/${id}`)).json<OrderDetail>();
  const make = async (choice: Choice) => {
    const answer = await write(await aBody(choice));
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json<WrittenOrder>();
  };
  return {
    call,
    preview,
    aBody,
    write,
    read,
    written: async (choice: Choice = {}) => read((await make(choice)).orderId ?? ''),
    link: (choice: Choice = {}) => make({ ending: BY_LINK, ...choice }),
    setStock: (onHand: number | null) => call('PATCH', `${A}/products/${BOX}/stock`, { onHand, reason: 'counted' }),
    stock: async () => {
      type Row = { id: string; onHand: number | null; available: number | null };
      const products = (await call('GET', `${A}/products`)).json<Row[]>();
      return products.find(({ id }) => id === BOX);
    },
    /** Opens connections first, because a pool without open connections hides races. */
    warmUp: () =>
      shop.database.url
        ? Promise.all(Array.from({ length: 10 }, () => shop.deps.db.execute(sql`select pg_sleep(0.02)`)))
        : null,
  };
}
