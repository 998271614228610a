import { type AddressInfo, connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { limitBodyTime } from './body-deadline.ts';
import { addErrorHandler } from './error-handler.ts';

let app: FastifyInstance;
afterEach(() => app.close());

async function start(bodyLimit: number | undefined): Promise<number> {
  app = fastify({ bodyLimit: 64 * 1024 });
  addErrorHandler(app);
  limitBodyTime(app, { bodyMs: 100 });
  app.post('/', { ...(bodyLimit && { bodyLimit }) }, async () => ({ ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Sends half a body, the rest after `pauseMs`; reads until the connection is closed. */
function sendSlowly(port: number, pauseMs: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.write(
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
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

test('one that arrives in time is taken, and one that may be long has the time of its request', async () => {
  expect(await sendSlowly(await start(undefined), 10)).toMatch(/^HTTP\/1.1 200 /);
  await app.close();
  expect(await sendSlowly(await start(1_000_000), 400)).toMatch(/^HTTP\/1.1 200 /);
});
