import { type AddressInfo, connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { addErrorHandler } from '../error-handler.ts';
import { limitBodyTime } from './body-deadline.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** A busy machine may take seconds to pass a byte on. */
const AMPLE = 60_000;

async function start(bodyLimit: number | undefined, times: Parameters<typeof limitBodyTime>[1] = {}): Promise<number> {
  app = fastify({ bodyLimit: 64 * 1024 });
  addErrorHandler(app);
  limitBodyTime(app, { bodyMs: 100, requestMs: 1_000, fileMs: AMPLE, ...times });
  app.post(
    '/refused',
    { onRequest: (_request, reply) => void reply.status(401).send({ message: 'no' }) },
    async () => ({}),
  );
  app.post('/', { ...(bodyLimit && { bodyLimit }) }, async () => ({ ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Sends half a body, the rest after `pauseMs`; reads until the connection is closed. */
function sendSlowly(port: number, pauseMs: number, path = '/', connection = 'close'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
    );
    setTimeout(() => socket.writable && socket.write('}'), pauseMs);
  });
}

test('a short body that does not arrive in time is refused and its connection closed (W6)', async () => {
  const port = await start(undefined);
  const answer = await sendSlowly(port, 5_000);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer).toContain('{"message":"The request took too long to arrive');
});

test('a body in time is accepted, and a long one may take the time of its whole request', async () => {
  expect(await sendSlowly(await start(undefined, { bodyMs: AMPLE }), 10)).toMatch(/^HTTP\/1.1 200 /);
  await app.close();
  expect(await sendSlowly(await start(1_000_000, { requestMs: AMPLE }), 400)).toMatch(/^HTTP\/1.1 200 /);
});

test('a body below file size has 15 s, a file more, and a refused one is not awaited (W6)', async () => {
  expect(await sendSlowly(await start(1_000_000), 20_000)).toMatch(/^HTTP\/1.1 408 /);
  await app.close();
  expect(await sendSlowly(await start(20_000_000), 1_500)).toMatch(/^HTTP\/1.1 200 /);
  await app.close();
  // The answer comes at once; the keep-alive connection is closed while the body is still incomplete.
  const answer = await sendSlowly(await start(20_000_000), 20_000, '/refused', 'keep-alive');
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
});
