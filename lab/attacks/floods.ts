import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { finished } from 'node:stream';
import fastify from 'fastify';
import { ms, sumUp } from '#lab/bench/report.ts';
import type { ShippingRate } from '#shared/checkout/checkout.ts';
import { aNewYorkAddress, paymentIdOf } from '#test/makers.ts';
import { startProgram } from '#test/program.ts';
import type { Finding } from './finding.ts';

/* Attacks with many requests, from this machine's own addresses (127.0.0.0/8), each a separate caller. */

const SLOW_BODIES = 40;
const EMPTY_POSTS = 600;
const EMPTY_INQUIRIES = 120;
const SOCKETS = 4_100;
const SHOPPERS = 20;
const ADDRESS = aNewYorkAddress();
const CART = [{ id: 'box40', quantity: 1 }];
const INQUIRY = {
  businessName: 'Bodega Luz',
  contactName: 'Luz Rey',
  email: 'luz@bodega.example',
  phone: '+1 305-555-0112',
  storeType: 'grocery',
  location: 'Hialeah',
  message: 'Ten boxes',
  preferredLanguage: 'es',
};

type Reply = { status: number; body: string };

/** One call on a new connection, from one of this machine's addresses; status 0 without an answer. */
function post(url: string, path: string, body: object, localAddress: string): Promise<Reply> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const text = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const options = { hostname, port, path, headers, localAddress, method: 'POST', agent: false, timeout: 20_000 };
    const request = httpRequest(options, (response) => {
      let answer = '';
      response.on('data', (chunk) => (answer += chunk));
      response.on('close', () => resolve({ status: response.statusCode ?? 0, body: answer }));
      response.on('error', () => {});
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve({ status: 0, body: '' }));
    request.end(text);
  });
}

/**
 * The times of a purchase's calls in milliseconds, only those of its start without `hasPayment`; throws when one is
 * refused.
 */
async function shop(url: string, localAddress: string, hasPayment: boolean): Promise<number[]> {
  const times: number[] = [];
  const call = async <T>(path: string, body: object): Promise<T> => {
    const start = performance.now();
    const answer = await post(url, path, body, localAddress);
    times.push(performance.now() - start);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return JSON.parse(answer.body) as T;
  };
  const { rates } = await call<{ rates: ShippingRate[] }>('/api/shipping-rates', {
    items: CART,
    shippingAddress: ADDRESS,
  });
  const [rate] = rates;
  const shippingData = {
    shippingCost: rate?.amount,
    shippingMethod: rate?.servicelevel.name,
    shippingCarrier: rate?.carrier,
  };
  const start = { cartItems: CART, addressData: ADDRESS, shippingData };
  const { clientSecret } = await call<{ clientSecret: string }>('/api/create-payment-intent', start);
  if (!hasPayment) return times;
  const paymentId = paymentIdOf(clientSecret);
  const card = { cardNumber: '4242424242424242', expiry: '12/40', cvc: '123' };
  await call(`/api/sandbox-payments/${paymentId}/confirm`, { clientSecret, ...card });
  await call('/api/confirm-order', { paymentIntentId: paymentId });
  return times;
}

/** All three at once, and shoppers in parallel, each from a new address. */
async function floodAndShop(url: string, hasPayment = true) {
  const { port } = new URL(url);
  let isOver = false;
  const sockets = new Set<Socket>();
  const open = (localAddress: string, text: string, again: () => void) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress });
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('connect', () => socket.write(text));
    socket.resume();
    socket.on('close', () => {
      sockets.delete(socket);
      if (!isOver) setTimeout(again, 200);
    });
  };
  const head = 'POST /api/shipping-rates HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const slowly = () => open('127.0.0.2', `${head}Content-Length: 500\r\n\r\n{`, slowly);
  for (let i = 0; i < SLOW_BODIES; i++) slowly();
  const idle = () => open('127.0.0.3', '', () => {});
  for (let i = 0; i < SOCKETS; i++) {
    idle();
    if (i % 200 === 199) await new Promise((done) => setTimeout(done, 50));
  }
  const caller = (i: number) => `127.0.0.${11 + (i % 10)}`;
  const empty = [
    ...Array.from({ length: EMPTY_POSTS }, (_, i) => post(url, '/api/create-payment-intent', {}, caller(i))),
    ...Array.from({ length: EMPTY_INQUIRIES }, (_, i) => post(url, '/api/wholesale-inquiries', {}, caller(i))),
  ];
  const times: number[] = [];
  const failures: string[] = [];
  for (let i = 0; i < SHOPPERS; i++) {
    try {
      times.push(...(await shop(url, `127.0.1.${i + 1}`, hasPayment)));
    } catch (error) {
      failures.push(String(error));
    }
  }
  const inquiry = hasPayment ? (await post(url, '/api/wholesale-inquiries', INQUIRY, '127.0.1.99')).status : 201;
  if (inquiry !== 201) failures.push(`an inquiry was answered ${inquiry}`);
  isOver = true;
  for (const socket of sockets) socket.destroy();
  await Promise.all(empty);
  return { times, failures };
}

/**
 * S17: purchases during a flood: one client sends endless bodies, ten send empty requests, and one holds thousands of
 * connections. The control takes places and counts before the body has arrived, and does not limit connections per
 * address.
 */
export async function attackWithFloods(): Promise<Finding[]> {
  const program = await startProgram({ env: { LIMIT_PAYMENT_STARTS: '10' } });
  const found = await floodAndShop(program.url).finally(() => program.stop());
  const careless = await startCarelessShop();
  const control = await floodAndShop(careless.url, false).finally(() => careless.close());
  const hits = [...found.failures];
  if (control.failures.length === 0) hits.push('the control sold to everybody');
  const { p99 } = sumUp(found.times);
  return [
    {
      row: 'S17',
      tried: `${SLOW_BODIES} bodies that never end, ${EMPTY_POSTS} empty starts and ${EMPTY_INQUIRIES} empty inquiries from ten addresses, ${SOCKETS} connections of one address, all at once; ${SHOPPERS} shoppers beside them`,
      tries: SLOW_BODIES + EMPTY_POSTS + EMPTY_INQUIRIES + SOCKETS,
      result: `${found.failures.length} purchases of ${SHOPPERS} failed, p99 of their calls ${ms(p99)} ms (control: ${control.failures.length} failed)`,
      hits,
    },
  ];
}

async function startCarelessShop(): Promise<{ url: string; close(): Promise<void> }> {
  const app = fastify({ requestTimeout: 15_000, forceCloseConnections: true });
  app.server.maxConnections = 4_000;
  let inside = 0;
  let starts = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/api/create-payment-intent' && ++starts > EMPTY_POSTS) return reply.status(429).send();
    if (inside >= SLOW_BODIES) return reply.status(503).send();
    inside += 1;
    finished(reply.raw, () => {
      inside -= 1;
    });
  });
  const body = { type: 'object', minProperties: 1 };
  app.post('/api/shipping-rates', { schema: { body } }, async () => ({ rates: [] }));
  app.post('/api/create-payment-intent', { schema: { body } }, async () => ({ clientSecret: '' }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
