import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import type { Label, LabelInput, LabelOffers, MeasuredParcel, PressedLabel } from '#shared/shipping/labels.ts';
import type { AdminShippingRules } from '#shared/shipping/rules.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { aNewYorkAddress, confirm, paidSandbox } from '#test/makers.ts';
import { anOrder, insertOrders, type MadeOrder } from '#test/orders.ts';
import { shopForAll } from '#test/shop.ts';
import { ShippoStandIn, shippoRate } from '#test/stand-ins/shippo.ts';
import { joinPdfs } from './join-pdfs.ts';
import { labelPieces, labels } from './schema.ts';
import { resumeLabels } from './service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Call = Awaited<ReturnType<typeof asAdmin>>;
const desk = (call: Call, { id }: { id: string }) => {
  const path = `/api/admin/orders/${id}`;
  return {
    path,
    press: (key?: string, input?: LabelInput | object) =>
      call('POST', `${path}/labels`, input, key ? { 'idempotency-key': key } : {}),
    offers: (parcel?: MeasuredParcel | object) => call('POST', `${path}/labels/offers`, { parcel }),
    voids: (label: Label) => call('POST', `${path}/labels/${label.id}/void`),
    read: async () => (await call('GET', path)).json<OrderDetail>(),
    pdf: (label: Label) => call('GET', `${path}/labels/${label.id}/pdf`),
  };
};

async function anOrderToShip(shop: TestApp, changes: Parameters<typeof anOrder>[0] = {}): Promise<MadeOrder> {
  const { addressLine1, addressLine2, city, state, zipCode } = aNewYorkAddress();
  const order = anOrder({
    addressLine1,
    addressLine2,
    city,
    state,
    zipCode,
    shippingMethod: 'Priority Mail',
    ...changes,
  });
  await insertOrders(shop, [order]);
  return order;
}

/** The text drawn on each page, as one line. */
async function textsOf(file: Uint8Array): Promise<string[]> {
  const pdf = await PDFDocument.load(file);
  return pdf.getPages().map(({ node }) => {
    const contents = node.Contents();
    const streams =
      contents instanceof PDFArray ? contents.asArray().map((ref) => pdf.context.lookup(ref)) : [contents];
    const drawn = streams
      .filter((stream) => stream instanceof PDFRawStream)
      .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'))
      .join('\n');
    const texts = drawn.matchAll(/(?:<([\dA-F]+)>|\((.*?)\)) Tj/g);
    return [...texts].map(([, hex, plain]) => (hex ? Buffer.from(hex, 'hex').toString('latin1') : plain)).join(' ');
  });
}

const shippingMails = async (shop: TestApp, order: MadeOrder) => {
  const rows = await shop.deps.db.select().from(emails).where(eq(emails.orderId, order.id));
  return rows.filter(({ templateKey }) => templateKey === 'shipping_confirmation');
};

describe('the built-in carrier', () => {
  const shop = shopForAll();
  let call: Call;
  // Moving the clock ends sessions, so each test signs in again.
  beforeEach(async () => {
    call = await asAdmin(shop);
  });

  test('a label ships the order, mails once, costs what its service costs, and its PDF is marked as a sample', async () => {
    const order = await anOrderToShip(shop, { customerName: 'María (Núñez)' });
    const { press, read, pdf } = desk(call, order);
    const answer = await press();
    expect(answer.statusCode).toBe(201);
    const label = answer.json<Label>();
    expect(label).toMatchObject({ state: 'bought', carrier: 'USPS', service: 'Priority Mail', isSample: true });
    expect(Number(label.cost)).toBeGreaterThan(0);
    const detail = await read();
    expect(detail).toMatchObject({ status: 'shipped', trackingNumber: label.trackingNumber, trackingCarrier: 'USPS' });
    expect(detail.labels).toMatchObject([{ id: label.id, hasPdf: true }]);
    expect(await shippingMails(shop, order)).toHaveLength(1);
    const file = await pdf(label);
    expect(file.headers['content-type']).toBe('application/pdf');
    const text = file.rawPayload.toString('latin1');
    expect(text.startsWith('%PDF-1.4')).toBe(true);
    for (const part of ['NOT VALID FOR POSTAGE', 'Mar\u00eda \\(N\u00fa\u00f1ez\\)', label.trackingNumber ?? '-'])
      expect(text).toContain(part);
    // The cross-reference table has the offsets of the objects.
    for (const [i, [, offset]] of [...text.matchAll(/^(\d{10}) 00000 n $/gm)].entries()) {
      expect(text.slice(Number(offset)).startsWith(`${i + 1} 0 obj`)).toBe(true);
    }
  });

  test('sample parcels are delivered in time: history and customer see each step once', async () => {
    const order = await anOrderToShip(shop);
    await desk(call, order).press();
    for (const hours of [2, 6, 20]) {
      shop.clock.advance(hours * HOUR);
      await resumeLabels(shop.deps);
    }
    const detail = await desk(await asAdmin(shop), order).read();
    expect(detail.status).toBe('delivered');
    expect(detail.events.filter(({ kind }) => kind === 'parcel').map(({ detail: { state } }) => state)).toEqual([
      'accepted',
      'transit',
      'delivered',
    ]);
    const view = (await shop.app.inject(`/api/orders/${order.statusToken}`)).json<OrderStatusView>();
    expect(view.tracking?.parcels[0]?.seen.map(({ state }) => state)).toEqual(['delivered', 'transit', 'accepted']);
  });

  test('no label is bought from a service that the heat rules forbid, chosen or requested', async () => {
    const path = '/api/admin/shipping-rules';
    const measures = { isEarlyWeek: false, isFast: false, isHeld: false };
    const publish = async (measure: Partial<typeof measures>) => {
      const { version, origin: _, changed: __, ...rules } = (await call('GET', path)).json<AdminShippingRules>();
      const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
      const heat = [{ products: [], months, states: ['NY'], ...measures, ...measure }];
      expect((await call('PUT', path, { ...rules, heat, version, publish: true })).statusCode).toBe(200);
    };
    try {
      await publish({ isFast: true });
      const { offers, press } = desk(call, await anOrderToShip(shop));
      const shown = (await offers()).json<LabelOffers>();
      expect(shown.offers.map(({ service, days }) => [service, days])).toEqual([
        ['2Day', 2],
        ['Priority Mail Express', 2],
      ]);
      const asked = { carrier: 'USPS', service: 'Ground Advantage' };
      expect((await press(undefined, asked)).json()).toMatchObject({ state: 'failed', failure: 'service_gone' });
      expect((await press()).json()).toMatchObject({ state: 'bought', service: '2Day' });
      await publish({ isHeld: true });
      const held = desk(call, await anOrderToShip(shop));
      expect((await held.offers()).json()).toMatchObject({ offers: [], failure: 'too_hot' });
      expect((await held.press()).json()).toMatchObject({ state: 'failed', failure: 'too_hot' });
    } finally {
      const { version } = (await call('GET', path)).json<AdminShippingRules>();
      await call('DELETE', `${path}?version=${version}`);
    }
  });

  test('a label that is void gives its number back, and another can be bought', async () => {
    const order = await anOrderToShip(shop);
    const { press, voids, read } = desk(call, order);
    const first = (await press()).json<Label>();
    expect((await voids(first)).json()).toMatchObject({ state: 'voided' });
    expect((await voids(first)).json()).toMatchObject({ state: 'voided' });
    // It is to ship again, with its earlier status.
    expect(await read()).toMatchObject({ status: 'pending', trackingNumber: null });
    const second = (await press()).json<Label>();
    expect(second.id).not.toBe(first.id);
    expect((await read()).labels.map(({ state }) => state)).toEqual(['voided', 'bought']);
  });

  test('a void reverts only a status that its number has set', async () => {
    const byHand = await anOrderToShip(shop);
    const hand = desk(call, byHand);
    await call('PATCH', `${hand.path}/status`, { status: 'shipped' });
    shop.clock.advance(MINUTE);
    await hand.voids((await hand.press()).json<Label>());
    expect(await hand.read()).toMatchObject({ status: 'shipped', trackingNumber: null });

    const later = desk(call, await anOrderToShip(shop, { status: 'processing' }));
    const label = (await later.press()).json<Label>();
    shop.clock.advance(MINUTE);
    await call('PATCH', `${later.path}/status`, { status: 'delivered' });
    await later.voids(label);
    expect(await later.read()).toMatchObject({ status: 'delivered', trackingNumber: null });
  });

  test('the offers are those of the table, cheapest first, with the customer’s marked; a press buys another', async () => {
    const order = await anOrderToShip(shop);
    const { press, offers } = desk(call, order);
    const { offers: found, parcel, failure, size } = (await offers()).json<LabelOffers>();
    expect(failure).toBeNull();
    expect(size).toBe('4x6');
    expect(parcel?.weightOz).toBeGreaterThan(0);
    const costs = found.map(({ cost }) => Number(cost));
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    expect(found.filter(({ isChosen }) => isChosen)).toMatchObject([{ service: 'Priority Mail', carrier: 'USPS' }]);
    const other = found.find(({ carrier }) => carrier === 'UPS');
    expect(other?.days).toBeGreaterThan(0);
    const { service, carrier, cost } = other ?? {};
    const label = (await press('one', { service, carrier, maxCost: cost })).json<Label>();
    expect(label).toMatchObject({ state: 'bought', service, carrier, cost });
    expect((await offers()).statusCode).toBe(409);
  });

  test('if the customer’s service is unavailable, the cheapest is marked', async () => {
    const order = await anOrderToShip(shop, { shippingMethod: 'Free shipping' });
    const { offers: found } = (await desk(call, order).offers()).json<LabelOffers>();
    expect(found.map(({ isChosen }) => isChosen)).toEqual(found.map((_, i) => i === 0));
  });

  test('a heavier parcel costs more, also after a kill; a deleted product requires a measured parcel', async () => {
    const heavy = { weightOz: 200.5, lengthIn: 14, widthIn: 10, heightIn: 8 };
    const order = await anOrderToShip(shop);
    const { offers, read } = desk(call, order);
    const chosen = async (parcel?: object) =>
      (await offers(parcel)).json<LabelOffers>().offers.find(({ isChosen }) => isChosen);
    const [light, dear] = [await chosen(), await chosen(heavy)];
    expect(Number(dear?.cost)).toBeGreaterThan(Number(light?.cost));
    // The row that a process leaves when it is killed after writing it.
    await shop.deps.db.insert(labels).values({
      orderId: order.id,
      provider: 'table',
      asked: { service: 'Priority Mail', carrier: 'USPS', parcel: heavy },
      size: 'letter',
      nextCheckAt: shop.clock.now(),
      createdAt: shop.clock.now(),
    });
    await resumeLabels(shop.deps);
    expect((await read()).labels).toMatchObject([{ state: 'bought', cost: dear?.cost, size: 'letter' }]);

    const items = JSON.stringify([{ id: 'gone', name: 'Gone', quantity: 1, price: '10.00' }]);
    const gone = desk(call, await anOrderToShip(shop, { items }));
    expect((await gone.offers()).json()).toMatchObject({ offers: [], failure: 'product_gone', parcel: null });
    expect((await gone.press()).json()).toMatchObject({ state: 'failed', failure: 'product_gone' });
    expect((await gone.press('two', { parcel: heavy })).json()).toMatchObject({ state: 'bought', cost: dear?.cost });
  });

  test('on a letter sheet the label has a frame; the owner’s size is remembered', async () => {
    const read = async (input: object) => {
      const order = await anOrderToShip(shop);
      const { press, pdf } = desk(call, order);
      const label = (await press(undefined, input)).json<Label>();
      return { label, text: (await pdf(label)).rawPayload.toString('latin1') };
    };
    expect((await read({})).text).toContain('/MediaBox [0 0 288 432]');
    const letter = await read({ size: 'letter' });
    expect(letter.text).toContain('/MediaBox [0 0 612 792]');
    expect(letter.text).toContain('0 0 288 432 re S');
    expect((await read({})).label.size).toBe('letter');
    const { offers } = desk(call, await anOrderToShip(shop));
    expect((await offers()).json()).toMatchObject({ size: 'letter' });
    expect((await read({ size: '4x6' })).label.size).toBe('4x6');
  });

  test('the labels of many orders are one file, in the order that was asked for; others are left out', async () => {
    const [first, second, unlabelled] = [
      await anOrderToShip(shop),
      await anOrderToShip(shop),
      await anOrderToShip(shop),
    ];
    await desk(call, first).press(undefined, { size: '4x6' });
    await desk(call, second).press(undefined, { size: 'letter' });
    const print = (orders: readonly { id: string }[]) =>
      call('GET', `/api/admin/labels.pdf?orders=${orders.map(({ id }) => id).join()}`);
    const file = await print([second, unlabelled, first]);
    expect(file.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    const joined = await PDFDocument.load(file.rawPayload);
    expect(joined.getPages().map((page) => page.getWidth())).toEqual([612, 288]);
    expect((await print([unlabelled])).statusCode).toBe(404);
    expect((await print([])).statusCode).toBe(400);
    expect((await print(Array.from({ length: 101 }, () => first))).statusCode).toBe(400);
    expect((await shop.app.inject(`/api/admin/labels.pdf?orders=${first.id}`)).statusCode).toBe(401);
    await desk(call, first).voids((await desk(call, first).read()).labels[0] as Label);
    expect((await print([first])).statusCode).toBe(404);
    const broken = joinPdfs([file.rawPayload, Buffer.from('%PDF-1.4 and no more')]);
    await expect(broken).rejects.toMatchObject({ code: 'label_unjoined' });
  });

  test('a label with restricted changes is joined; an unreadable one becomes a page, and the others print', async () => {
    const made = [await anOrderToShip(shop), await anOrderToShip(shop), await anOrderToShip(shop)] as const;
    for (const order of made) await desk(call, order).press(undefined, { size: '4x6' });
    const [first, second, third] = made;
    const labelOf = async (order: MadeOrder) => (await desk(call, order).read()).labels[0] as Label;
    const setFile = async (order: MadeOrder, file: Uint8Array) =>
      shop.deps.db
        .update(labelPieces)
        .set({ bytes: Buffer.from(file) })
        .where(eq(labelPieces.labelId, (await labelOf(order)).id));
    const print = async (language: string) => {
      const orders = made.map(({ id }) => id).join();
      return call('GET', `/api/admin/labels.pdf?orders=${orders}`, undefined, { 'accept-language': language });
    };
    const locked = await PDFDocument.load((await desk(call, second).pdf(await labelOf(second))).rawPayload);
    locked.setTitle('Locked');
    locked.encrypt({ ownerPassword: 'the carrier’s', userPassword: '' });
    await setFile(second, await locked.save());
    expect(await textsOf((await print('en')).rawPayload)).toEqual(made.map(() => expect.stringContaining('TRACKING')));

    await setFile(first, Buffer.from('%PDF-1.4 and no more'));
    for (const [language, words] of [
      ['en', 'The label of order'],
      ['es', 'La etiqueta del pedido'],
    ] as const) {
      const [notice, ...others] = await textsOf((await print(language)).rawPayload);
      expect(notice).toContain(words);
      expect(notice).toContain(first.id.slice(0, 8).toUpperCase());
      expect(others).toEqual([expect.stringContaining('TRACKING'), expect.stringContaining('TRACKING')]);
    }
    for (const order of [second, third]) await setFile(order, Buffer.from('x'));
    expect((await print('en')).statusCode).toBe(409);
  });

  test.each([
    ['a carrier without a service', { carrier: 'UPS' }],
    ['a service without a carrier', { service: 'Ground' }],
    ['a carrier that is none', { carrier: 'DHL', service: 'Ground' }],
    ['a price that is none', { maxCost: '12.345' }],
    ['a size that is none', { size: 'A4' }],
    ['a parcel without weight', { parcel: { weightOz: 0, lengthIn: 1, widthIn: 1, heightIn: 1 } }],
    ['a parcel that nobody lifts', { parcel: { weightOz: 801, lengthIn: 1, widthIn: 1, heightIn: 1 } }],
    ['a parcel that is too long', { parcel: { weightOz: 1, lengthIn: 109, widthIn: 1, heightIn: 1 } }],
  ])('%s is refused, and nothing is bought', async (_, input) => {
    const order = await anOrderToShip(shop);
    const { press, read, offers } = desk(call, order);
    expect((await press('one', input)).statusCode).toBe(400);
    if ('parcel' in input) expect((await offers(input.parcel)).statusCode).toBe(400);
    expect((await read()).labels).toEqual([]);
  });

  test('a canceled order and one that was shipped by hand get no label', async () => {
    const canceled = await anOrderToShip(shop, { status: 'cancelled' });
    expect((await desk(call, canceled).press()).statusCode).toBe(409);
    const shipped = await anOrderToShip(shop, { status: 'shipped', trackingNumber: '1', trackingCarrier: 'UPS' });
    expect((await desk(call, shipped).press()).statusCode).toBe(409);
    expect((await desk(call, anOrder()).press()).statusCode).toBe(404);
    expect((await shop.app.inject({ method: 'POST', url: `${desk(call, shipped).path}/labels` })).statusCode).toBe(401);
  });
});

describe('Shippo (N13)', () => {
  let shippo: ShippoStandIn;
  let shop: TestApp;
  let call: Call;
  beforeAll(async () => {
    shippo = await ShippoStandIn.start();
    shop = await startTestApp({ env: shippo.env() });
  });
  afterAll(async () => {
    await shop.close();
    await shippo.close();
  });
  beforeEach(async () => {
    shippo.transactions.splice(0);
    call = await asAdmin(shop);
  });
  afterEach(() => {
    shippo.labelFaults.length = 0;
    shippo.voids = {};
    shippo.voidStatus = 'SUCCESS';
    shippo.isListed = true;
  });
  const pass = async (ms: number) => {
    shop.clock.advance(ms);
    await resumeLabels(shop.deps);
    call = await asAdmin(shop);
  };

  test('fifty presses of two people are one label, one number, one mail', async () => {
    const order = await anOrderToShip(shop);
    const { press, read, pdf } = desk(call, order);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => press(i % 2 ? 'ana' : 'bea')));
    expect(new Set(answers.map(({ statusCode }) => Math.floor(statusCode / 100)))).toEqual(new Set([2]));
    expect(new Set(answers.map((answer) => answer.json<Label>().id)).size).toBe(1);
    expect(shippo.bought).toHaveLength(1);
    expect((await read()).labels).toMatchObject([
      { state: 'bought', service: 'Priority Mail', cost: '11.20', isSample: false },
    ]);
    expect(await shippingMails(shop, order)).toHaveLength(1);
    const [label] = (await read()).labels;
    expect(label && (await pdf(label)).rawPayload.length).toBeGreaterThan(256 * 1024);
  });

  /** 54 ounces each: fourteen go into a parcel of 800. */
  const anOrderOfTwoParcels = (changes: Parameters<typeof anOrder>[0] = {}) =>
    anOrderToShip(shop, {
      items: JSON.stringify([{ id: 'box40', name: 'Box of 40', quantity: 20, price: '19.99' }]),
      ...changes,
    });

  test('the boxes of a large order go in two parcels: one press, two labels, both numbers in one mail', async () => {
    const order = await anOrderOfTwoParcels();
    const { press, read, offers } = desk(call, order);
    const offered = (await offers()).json<LabelOffers>();
    expect(offered).toMatchObject({ parcels: 2, parcel: null, failure: null });
    expect(offered.offers.map(({ service, cost, days }) => [service, cost, days])).toEqual([
      ['Ground Advantage', '16.90', 3],
      ['Priority Mail', '22.40', 2],
      ['Ground', '24.10', 4],
    ]);
    const ups = { service: 'Ground', carrier: 'UPS', maxCost: '24.10' } as const;
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => press(i % 2 ? 'ana' : 'bea', ups)));
    expect(shippo.bought.map(({ rate }) => rate)).toEqual(['rate_3', 'rate_3']);
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const numbers = shippo.bought.map(({ tracking_number }) => tracking_number);
    const detail = await read();
    expect(detail.labels).toMatchObject([
      { parcel: 0, items: [{ id: 'box40', quantity: 14 }], cost: '12.05', state: 'bought' },
      { parcel: 1, items: [{ id: 'box40', quantity: 6 }], cost: '12.05', state: 'bought' },
    ]);
    expect(new Set(detail.labels.map(({ trackingNumber }) => trackingNumber))).toEqual(new Set(numbers));
    const both = detail.labels.map(({ trackingNumber }) => trackingNumber).join(', ');
    expect(detail).toMatchObject({ status: 'shipped', trackingNumber: both, trackingCarrier: 'UPS' });
    expect((await press('ana')).json()).toMatchObject({ state: 'bought', parcels: 2, bought: 2, cost: '24.10' });
    const [mail, ...more] = await shippingMails(shop, order);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(both);
    // A carrier's page shows one of them; the order's own page has both.
    expect(mail?.text).toContain(`/order/${order.statusToken}`);
    expect(mail?.text).not.toContain('ups.com');
    const parcels = shippo.requests.slice(-2).map(({ body }) => (body.parcels as { weight: string }[])[0]?.weight);
    expect(parcels.toSorted()).toEqual([String(6 * 54), String(14 * 54)]);
    const file = await call('GET', `/api/admin/labels.pdf?orders=${order.id}`);
    expect(await textsOf(file.rawPayload)).toHaveLength(2);
  });

  test('an order of two parcels is delivered with the second, and the customer sees each', async () => {
    const order = await anOrderOfTwoParcels();
    await desk(call, order).press();
    const numbers = (await desk(call, order).read()).trackingNumber?.split(', ') ?? [];
    const statusAfter = async (number: string | undefined) => {
      shippo.tracks.set(number ?? '', [{ status: 'DELIVERED', status_date: '2026-11-24T15:00:00Z' }]);
      const payload = { data: { tracking_number: number } };
      await shop.app.inject({ method: 'POST', url: '/api/shippo/webhook', payload });
      await resumeLabels(shop.deps);
      return (await desk(call, order).read()).status;
    };
    expect(await statusAfter(numbers[1])).toBe('shipped');
    const view = (await shop.app.inject(`/api/orders/${order.statusToken}`)).json<OrderStatusView>();
    expect(view.tracking?.parcels.map(({ number, url, seen }) => [number, url?.includes(number), seen.length])).toEqual(
      [
        [numbers[0], true, 0],
        [numbers[1], true, 1],
      ],
    );
    expect(await statusAfter(numbers[0])).toBe('delivered');
  });

  test('all labels of an order together cost no more than displayed, or none is bought', async () => {
    const order = await anOrderOfTwoParcels();
    const ups = { service: 'Ground', carrier: 'UPS' } as const;
    const { press, read } = desk(call, order);
    expect((await press('one', { ...ups, maxCost: '24.09' })).json()).toMatchObject({ failure: 'dearer', bought: 0 });
    expect((await press('two', { service: 'Air', carrier: 'UPS' })).json()).toMatchObject({ failure: 'service_gone' });
    shippo.script.push({ status: 503, body: {} });
    expect((await press('three', ups)).statusCode).toBeGreaterThanOrEqual(502);
    expect(shippo.transactions).toHaveLength(0);
    // Between the offer and the purchase, one of them has become dearer.
    const rates = (amount: string) => ({
      body: { rates: [shippoRate({ provider: 'UPS', servicelevel: { name: 'Ground', token: 'g' }, amount })] },
    });
    shippo.script.push(rates('10.00'), rates('11.00'), rates('10.00'), rates('11.01'));
    const answer = (await press('four', { ...ups, maxCost: '21.00' })).json<PressedLabel>();
    expect(answer).toMatchObject({ state: 'failed', failure: 'dearer', parcels: 2, bought: 1 });
    expect(shippo.bought).toHaveLength(1);
    expect(await read()).toMatchObject({ status: 'pending', trackingNumber: null });
  });

  test('one of two labels is refused: the order waits, and the next press buys only that one', async () => {
    const order = await anOrderOfTwoParcels();
    const { press, read, offers } = desk(call, order);
    shippo.labelFaults.push('refused');
    expect((await press('one')).json()).toMatchObject({ state: 'failed', parcels: 2, bought: 1, cost: '11.20' });
    expect(await read()).toMatchObject({ status: 'pending', trackingNumber: null });
    expect(await shippingMails(shop, order)).toEqual([]);
    expect((await offers()).json()).toMatchObject({ parcels: 1 });
    expect((await press('two')).json()).toMatchObject({ state: 'bought', parcels: 1 });
    expect(shippo.bought).toHaveLength(2);
    const detail = await read();
    expect(detail.status).toBe('shipped');
    expect(detail.trackingNumber?.split(', ').toSorted()).toEqual(
      shippo.bought.map(({ tracking_number }) => tracking_number).toSorted(),
    );
    const packed = detail.labels.filter(({ state }) => state === 'bought').map(({ items }) => items?.[0]?.quantity);
    expect(packed.toSorted()).toEqual([14, 6]);
    expect(await shippingMails(shop, order)).toHaveLength(1);
    expect((await press('three')).statusCode).toBe(200);
  });

  test('a missing label is bought from the carrier of the other parcel: one carrier for all numbers', async () => {
    const order = await anOrderOfTwoParcels({ shippingMethod: 'Ground', shippingCarrier: 'UPS' });
    const { press, read, offers } = desk(call, order);
    shippo.labelFaults.push('refused');
    expect((await press('one')).json()).toMatchObject({ state: 'failed', bought: 1 });
    expect((await offers()).json<LabelOffers>().offers.map(({ carrier }) => carrier)).toEqual(['UPS']);
    const other = { service: 'Priority Mail', carrier: 'USPS' } as const;
    expect((await press('two', other)).json()).toMatchObject({ state: 'failed', failure: 'service_gone' });
    expect(shippo.bought).toHaveLength(1);
    expect((await press('three')).json()).toMatchObject({ state: 'bought', carrier: 'UPS' });
    expect(await read()).toMatchObject({ status: 'shipped', trackingCarrier: 'UPS' });
  });

  test('one of two labels is unanswered: it is found, and then both numbers are mailed', async () => {
    const order = await anOrderOfTwoParcels();
    shippo.labelFaults.push('lost');
    expect((await desk(call, order).press('one')).json()).toMatchObject({ state: 'requested', parcels: 2, bought: 1 });
    expect(await desk(call, order).read()).toMatchObject({ status: 'pending', trackingNumber: null });
    await pass(2 * MINUTE);
    expect(shippo.bought).toHaveLength(2);
    const detail = await desk(call, order).read();
    expect([detail.status, detail.trackingNumber?.split(', ').length]).toEqual(['shipped', 2]);
  });

  test('one of two labels is voided: the order waits again, and only that parcel gets another', async () => {
    const order = await anOrderOfTwoParcels();
    const { press, read, voids } = desk(call, order);
    await press('one');
    const [first, second] = (await read()).labels as [Label, Label];
    expect((await voids(second)).json()).toMatchObject({ state: 'voided' });
    expect(await read()).toMatchObject({ status: 'pending', trackingNumber: null });
    expect((await press('two')).json()).toMatchObject({ state: 'bought', parcel: 1, items: second.items });
    const { labels: all, trackingNumber, status } = await read();
    expect([status, trackingNumber]).toEqual(['shipped', `${first.trackingNumber}, ${all.at(-1)?.trackingNumber}`]);
    expect(shippo.bought).toHaveLength(3);
  });

  test('two labels with refused voids stay unused once a single one has replaced them', async () => {
    const order = await anOrderOfTwoParcels();
    await desk(call, order).press('one');
    shippo.voidStatus = 'PENDING';
    for (const label of (await desk(call, order).read()).labels) await desk(call, order).voids(label);
    const parcel = { weightOz: 790, lengthIn: 20, widthIn: 20, heightIn: 20 };
    expect((await desk(call, order).press('two', { parcel })).json()).toMatchObject({ state: 'bought', parcel: 0 });
    for (const id of Object.keys(shippo.voids)) shippo.voids[id] = 'ERROR';
    await pass(HOUR);
    const { labels: all } = await desk(call, order).read();
    expect(all.map(({ state, failure }) => [state, failure])).toEqual([
      ['void_requested', 'void_refused'],
      ['void_requested', 'void_refused'],
      ['bought', null],
    ]);
  });

  test('an order of two parcels is cancelled with both labels, unless a carrier has one of them', async () => {
    const unused = await anOrderOfTwoParcels();
    await desk(call, unused).press();
    expect((await call('POST', `${desk(call, unused).path}/cancel`, {})).statusCode).toBe(200);
    expect((await desk(call, unused).read()).labels.map(({ state }) => state)).toEqual(['voided', 'voided']);
    const moved = await anOrderOfTwoParcels();
    await desk(call, moved).press();
    const number = (await desk(call, moved).read()).labels[1]?.trackingNumber ?? '';
    shippo.tracks.set(number, [{ status: 'TRANSIT', status_date: '2026-11-23T08:00:00Z' }]);
    const payload = { data: { tracking_number: number } };
    await shop.app.inject({ method: 'POST', url: '/api/shippo/webhook', payload });
    await resumeLabels(shop.deps);
    expect((await call('POST', `${desk(call, moved).path}/cancel`, {})).statusCode).toBe(409);
    expect(Object.keys(shippo.voids)).toHaveLength(2);
  });

  test('a label that arrives after the owner put everything into one box is refunded', async () => {
    const order = await anOrderOfTwoParcels();
    shippo.labelFaults.push('lost', 'lost');
    await desk(call, order).press('one');
    shippo.isListed = false;
    await pass(11 * MINUTE);
    shippo.isListed = true;
    shippo.transactions.splice(0, 0);
    const found = shippo.transactions.splice(0);
    await pass(11 * MINUTE);
    expect((await desk(call, order).read()).labels.map(({ state }) => state)).toEqual(['failed', 'failed']);
    const parcel = { weightOz: 790, lengthIn: 20, widthIn: 20, heightIn: 20 };
    expect((await desk(call, order).press('two', { parcel })).json()).toMatchObject({ state: 'bought', items: null });
    shippo.transactions.unshift(...found);
    await pass(HOUR);
    const { labels: all, trackingNumber } = await desk(call, order).read();
    expect(all.map(({ state }) => state)).toEqual(['voided', 'voided', 'bought']);
    expect(trackingNumber).toBe(all[2]?.trackingNumber);
  });

  test('a carrier gets as much of a long name as it prints, in whole words', async () => {
    const order = await anOrderToShip(shop, { customerName: 'María de los Ángeles Fernández de la Caridad' });
    await desk(call, order).offers();
    expect(shippo.requests.at(-1)?.body.address_to).toMatchObject({ name: 'María de los Ángeles Fernández de' });
    const other = await anOrderToShip(shop, { customerName: 'X'.repeat(60) });
    await desk(call, other).offers();
    expect(shippo.requests.at(-1)?.body.address_to).toMatchObject({ name: 'X'.repeat(35) });
  });

  test('parcels to military addresses and territories go by USPS with a customs form; others have none', async () => {
    const at = async (changes: Parameters<typeof anOrder>[0]) => {
      const offers = await desk(call, await anOrderToShip(shop, changes)).offers();
      return offers.json<LabelOffers>().offers.map(({ carrier }) => carrier);
    };
    const form = () => shippo.requests.at(-1)?.body.customs_declaration;
    expect(await at({ city: 'APO', state: 'AE', zipCode: '09012' })).toEqual(['USPS', 'USPS']);
    expect(form()).toMatchObject({ items: [{ quantity: 1, origin_country: 'US' }] });
    expect(await at({ city: 'Hagåtña', state: 'GU', zipCode: '96910' })).toEqual(['USPS', 'USPS']);
    expect(form()).toMatchObject({ non_delivery_option: 'RETURN' });
    expect(await at({})).toContain('UPS');
    expect(form()).toBeUndefined();
  });

  test('nothing is bought above the price that was shown, nor another service in place of one that is gone', async () => {
    const order = await anOrderToShip(shop);
    const { press, read } = desk(call, order);
    const ups = { service: 'Ground', carrier: 'UPS' } as const;
    expect((await press('one', { ...ups, maxCost: '12.04' })).json()).toMatchObject({
      state: 'failed',
      failure: 'dearer',
    });
    expect((await press('two', { service: 'Air', carrier: 'UPS' })).json()).toMatchObject({ failure: 'service_gone' });
    expect(shippo.transactions).toHaveLength(0);
    expect(await read()).toMatchObject({ status: 'pending', trackingNumber: null });
    const parcel = { weightOz: 70, lengthIn: 12, widthIn: 9, heightIn: 4 };
    const label = (await press('three', { ...ups, maxCost: '12.05', parcel, size: 'letter' })).json<Label>();
    expect(label).toMatchObject({ state: 'bought', service: 'Ground', carrier: 'UPS', cost: '12.05', size: 'letter' });
    expect(shippo.bought).toMatchObject([{ rate: 'rate_3', label_file_type: 'PDF' }]);
    expect(shippo.requests.at(-1)?.body.parcels).toMatchObject([
      { weight: '70', length: '12', width: '9', height: '4' },
    ]);
    // A repeated key returns the same label, whatever it asks for.
    expect((await press('three', { size: '4x6' })).json()).toMatchObject({ id: label.id, size: 'letter' });
  });

  test('its offers have service, days and price, and a label printer’s format by default', async () => {
    const order = await anOrderToShip(shop);
    const { press, offers } = desk(call, order);
    expect((await offers()).json<LabelOffers>().offers).toEqual([
      { carrier: 'USPS', service: 'Ground Advantage', cost: '8.45', days: 3, isChosen: false },
      { carrier: 'USPS', service: 'Priority Mail', cost: '11.20', days: 2, isChosen: true },
      { carrier: 'UPS', service: 'Ground', cost: '12.05', days: 4, isChosen: false },
    ]);
    const toBox = desk(call, await anOrderToShip(shop, { addressLine1: 'Apartado 12' }));
    expect((await toBox.offers()).json<LabelOffers>().offers.map(({ carrier }) => carrier)).toEqual(['USPS', 'USPS']);
    expect(shippo.transactions).toHaveLength(0);
    shippo.script.push({ status: 400, body: { detail: 'The address is not known' } });
    expect((await offers()).json()).toMatchObject({ offers: [], failure: expect.stringContaining('not known') });
    shippo.script.push({ status: 503, body: {} });
    expect((await offers()).statusCode).toBeGreaterThanOrEqual(502);
    await press('one', { size: '4x6' });
    expect(shippo.bought).toMatchObject([{ label_file_type: 'PDF_4x6' }]);
  });

  test('control: without the row that is written first, the same presses buy several', async () => {
    const order = await anOrderToShip(shop);
    const { carrier, db } = shop.deps;
    const offer = {
      rateId: 'rate_1',
      carrier: 'USPS' as const,
      service: 'Ground Advantage',
      costCents: 845,
      days: 3,
    };
    const careless = async () => {
      const had = await db.select().from(labels).where(eq(labels.orderId, order.id));
      if (had.length === 0) await carrier.buy(crypto.randomUUID(), offer, '4x6');
    };
    await Promise.all(Array.from({ length: 5 }, careless));
    expect(shippo.bought.length).toBeGreaterThan(1);
  });

  test('an answer that is lost: nothing is bought again, the label is found and the order shipped', async () => {
    const order = await anOrderToShip(shop);
    shippo.labelFaults.push('lost');
    expect((await desk(call, order).press('one')).json()).toMatchObject({ state: 'requested' });
    expect((await desk(call, order).press('two')).json()).toMatchObject({ state: 'requested' });
    await pass(2 * MINUTE);
    const detail = await desk(call, order).read();
    expect(detail.labels).toMatchObject([{ state: 'bought', hasPdf: true }]);
    expect(detail.status).toBe('shipped');
    expect(shippo.bought).toHaveLength(1);
    expect(await shippingMails(shop, order)).toHaveLength(1);
  });

  test('a purchase that never arrives fails after ten minutes, and a new press buys one', async () => {
    const order = await anOrderToShip(shop);
    shippo.labelFaults.push('dropped');
    await desk(call, order).press('one');
    await pass(2 * MINUTE);
    expect((await desk(call, order).read()).labels).toMatchObject([{ state: 'requested' }]);
    await pass(11 * MINUTE);
    expect((await desk(call, order).read()).labels).toMatchObject([{ state: 'failed', failure: 'unanswered' }]);
    // A repeated key still returns the same label.
    expect((await desk(call, order).press('one')).json()).toMatchObject({ state: 'failed' });
    expect((await desk(call, order).press('two')).json()).toMatchObject({ state: 'bought' });
    expect(shippo.bought).toHaveLength(1);
  });

  test('a label that arrives after ten minutes is kept if it is needed, and voided if it was replaced', async () => {
    const order = await anOrderToShip(shop);
    shippo.labelFaults.push('dropped');
    const given = (await desk(call, order).press('one')).json<Label>();
    await pass(11 * MINUTE);
    await desk(call, order).press('two');
    const [other] = shippo.transactions;
    if (!other) throw new Error('nothing was bought');
    shippo.transactions.push({
      ...other,
      object_id: 'late',
      metadata: given.id,
      tracking_number: '9400111899000000009999',
    });
    await pass(2 * HOUR);
    const detail = await desk(call, order).read();
    expect(detail.labels.map(({ state }) => state)).toEqual(['voided', 'bought']);
    expect(Object.keys(shippo.voids)).toEqual(['late']);
    expect(detail.trackingNumber).toBe(other.tracking_number);
  });

  test('while Shippo does not say what was bought, nothing is decided', async () => {
    const order = await anOrderToShip(shop);
    shippo.labelFaults.push('lost');
    await desk(call, order).press('one');
    shippo.isListed = false;
    await pass(30 * MINUTE);
    expect((await desk(call, order).read()).labels).toMatchObject([{ state: 'requested' }]);
    shippo.isListed = true;
    await pass(30 * MINUTE);
    expect((await desk(call, order).read()).labels).toMatchObject([{ state: 'bought' }]);
    expect(shippo.bought).toHaveLength(1);
  });

  test('a refusal says why, and the order stays as it is', async () => {
    const order = await anOrderToShip(shop);
    shippo.labelFaults.push('refused');
    expect((await desk(call, order).press()).json()).toMatchObject({
      state: 'failed',
      failure: 'The address is not known',
    });
    expect(await desk(call, order).read()).toMatchObject({ status: 'pending', trackingNumber: null });
    expect((await desk(call, order).press()).json()).toMatchObject({ state: 'bought' });
  });

  test('a void waits for the carrier’s word, and a refused one leaves the label usable', async () => {
    const order = await anOrderToShip(shop);
    const label = (await desk(call, order).press()).json<Label>();
    shippo.voidStatus = 'PENDING';
    expect((await desk(call, order).voids(label)).json()).toMatchObject({ state: 'void_requested' });
    for (const id of Object.keys(shippo.voids)) shippo.voids[id] = 'ERROR';
    await pass(HOUR);
    expect((await desk(call, order).read()).labels).toMatchObject([{ state: 'bought', failure: 'void_refused' }]);
  });

  test('a void whose answer is lost is found among two hundred newer ones, and not asked for twice', async () => {
    const order = await anOrderToShip(shop);
    const { press, voids } = desk(call, order);
    const label = (await press()).json<Label>();
    shippo.voidFaults.push('lost');
    expect((await voids(label)).json()).toMatchObject({ state: 'void_requested' });
    for (let i = 0; i < 200; i++) shippo.voids[`another_${i}`] = 'SUCCESS';
    await pass(2 * MINUTE);
    expect((await desk(call, order).read()).labels).toMatchObject([{ state: 'voided', failure: null }]);
  });

  test('a purchase whose answer is lost is found among two hundred newer ones', async () => {
    const order = await anOrderToShip(shop);
    shippo.labelFaults.push('lost');
    await desk(call, order).press();
    const [bought] = shippo.transactions;
    if (!bought) throw new Error('nothing was bought');
    for (let i = 0; i < 200; i++) {
      const object_created = shop.clock.now().toISOString();
      shippo.transactions.push({ ...bought, object_id: `another_${i}`, metadata: `of another ${i}`, object_created });
    }
    await pass(2 * MINUTE);
    expect((await desk(call, order).read()).labels).toMatchObject([{ trackingNumber: bought.tracking_number }]);
  });

  test('N11 N13: cancelling with an unused label refunds, voids and mails once, however often it is repeated', async () => {
    const { paymentId } = await paidSandbox(shop, { address: aNewYorkAddress() });
    await confirm(shop, paymentId);
    const [order] = await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
    if (!order) throw new Error('no order');
    const { press, read, path } = desk(call, order);
    await press();
    expect(await read()).toMatchObject({ status: 'shipped' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', `${path}/cancel`, {})));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    const after = await read();
    expect(after).toMatchObject({
      status: 'cancelled',
      trackingNumber: null,
      refundedAmount: order.totalAmount,
      refunds: [{ state: 'succeeded' }],
      labels: [{ state: 'voided' }],
    });
    expect(Object.keys(shippo.voids)).toHaveLength(1);
    const sent = await shop.deps.db.select().from(emails).where(eq(emails.orderId, order.id));
    expect(sent.filter(({ templateKey }) => templateKey === 'order_cancellation')).toHaveLength(1);
  });

  test('a cancellation with an unanswered void is cancelled and refunded; the void is retried', async () => {
    const order = await anOrderToShip(shop);
    const { press, read, path } = desk(call, order);
    await press();
    shippo.voidStatus = 'PENDING';
    expect((await call('POST', `${path}/cancel`, {})).statusCode).toBe(200);
    expect(await read()).toMatchObject({ status: 'cancelled', labels: [{ state: 'void_requested' }] });
    for (const id of Object.keys(shippo.voids)) shippo.voids[id] = 'SUCCESS';
    await pass(HOUR);
    expect((await desk(call, order).read()).labels).toMatchObject([{ state: 'voided' }]);
    expect(Object.keys(shippo.voids)).toHaveLength(1);
  });

  test('a parcel in transit is not cancelled, nor one with another number; a status change voids nothing', async () => {
    const gone = await anOrderToShip(shop);
    const label = (await desk(call, gone).press()).json<Label>();
    shippo.tracks.set(label.trackingNumber ?? '', [{ status: 'TRANSIT', status_date: '2026-11-23T08:00:00Z' }]);
    const payload = { event: 'track_updated', data: { tracking_number: label.trackingNumber } };
    await shop.app.inject({ method: 'POST', url: '/api/shippo/webhook', payload });
    await resumeLabels(shop.deps);
    const other = await anOrderToShip(shop);
    await desk(call, other).press();
    const byHand = { trackingNumber: '1Z999AA10123456784', carrier: 'UPS' };
    expect((await call('PATCH', `${desk(call, other).path}/tracking`, byHand)).statusCode).toBe(200);
    for (const order of [gone, other]) {
      expect((await call('POST', `${desk(call, order).path}/cancel`, {})).statusCode).toBe(409);
    }
    const status = await anOrderToShip(shop);
    await desk(call, status).press();
    await call('PATCH', `${desk(call, status).path}/status`, { status: 'cancelled' });
    expect(Object.keys(shippo.voids)).toEqual([]);
  });

  test('repeated and unordered tracks are recorded once; the webhook only triggers a request', async () => {
    const order = await anOrderToShip(shop);
    const { trackingNumber } = (await desk(call, order).press()).json<Label>();
    const seen = [
      { status: 'DELIVERED', status_date: '2026-11-24T15:00:00Z', location: { city: 'New York', state: 'NY' } },
      { status: 'TRANSIT', status_date: '2026-11-23T08:00:00Z' },
      { status: 'TRANSIT', status_date: '2026-11-23T08:00:00Z' },
    ];
    shippo.tracks.set(trackingNumber ?? '', seen);
    const payload = {
      event: 'track_updated',
      data: { tracking_number: trackingNumber, tracking_status: { status: 'RETURNED' } },
    };
    for (let i = 0; i < 3; i++) {
      const answer = await shop.app.inject({ method: 'POST', url: '/api/shippo/webhook', payload });
      expect(answer.statusCode).toBe(200);
      await resumeLabels(shop.deps);
    }
    const detail = await desk(call, order).read();
    expect(detail.status).toBe('delivered');
    const events = detail.events.filter(({ kind }) => kind === 'parcel');
    expect(events.map(({ detail: { state, place } }) => [state, place])).toEqual([
      ['transit', null],
      ['delivered', 'New York, NY'],
    ]);
    for (const payload of [{}, { data: 1 }, []]) {
      expect((await shop.app.inject({ method: 'POST', url: '/api/shippo/webhook', payload })).statusCode).toBe(200);
    }
  });
});
