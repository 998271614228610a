import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { stopGracefully } from './graceful-stop.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n';

/** A server with keep-alive connections that wait for their second request. */
async function withConnections(
  count: number,
  waitQuiet: (sockets: Awaited<ReturnType<typeof open>>[]) => Promise<void>,
) {
  const app = fastify({ return503OnClosing: false });
  app.get('/', async () => 'ok');
  const sockets: Awaited<ReturnType<typeof open>>[] = [];
  stopGracefully(app, () => waitQuiet(sockets));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (let i = 0; i < count; i++) sockets.push(await open(port));
  onTestFinished(() => {
    for (const { socket } of sockets) socket.destroy();
  });
  return { app, sockets };
}

async function open(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const ask = askOf(socket);
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
  return { socket, ask };
}

/** Sends a request; resolves to its answer. */
function askOf(socket: Socket): () => Promise<string> {
  socket.on('error', () => {});
  return async () => {
    socket.write(REQUEST);
    return String((await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => ['cut off']))[0]);
  };
}

test('F10: idle connections are closed only when no request has arrived for a while', async () => {
  const answers: string[] = [];
  let turn = 0;
  const { app } = await withConnections(3, async (sockets) => {
    const next = sockets[turn++];
    if (turn < 3 && next) answers.push(await next.ask());
  });
  await app.close();
  // Two waits with one request each, then a quiet one.
  expect(turn).toBe(3);
  expect(answers).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 200 .*connection: close/is),
    expect.stringMatching(/^HTTP\/1\.1 200 .*connection: close/is),
  ]);
});

test('F10: a request that has arrived when the wait ends is answered, not cut off', async () => {
  const late: Promise<string>[] = [];
  const { app } = await withConnections(2, async (sockets) => {
    // Like the end of a real wait: the server has not yet read what is written now.
    await wait(1);
    const next = sockets[late.length];
    if (next) late.push(next.ask());
  });
  await app.close();
  expect(await Promise.all(late)).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 200 /),
    expect.stringMatching(/^HTTP\/1\.1 200 /),
  ]);
});

test('F10: a stop ends even if requests keep arriving on open connections', async () => {
  let waits = 0;
  const { app } = await withConnections(9, async (sockets) => {
    await sockets[waits++]?.ask();
  });
  await app.close();
  expect(waits).toBe(4);
});

test('F10: connections that the server has not accepted yet are answered, not reset', async () => {
  const { app } = await withConnections(0, async () => {});
  const { port } = app.server.address() as AddressInfo;
  // They wait at the listening socket, because the event loop has not turned since.
  const answers = Array.from({ length: 20 }, () => askOf(connect(port, '127.0.0.1').setEncoding('latin1'))());
  await app.close();
  expect(await Promise.all(answers)).toEqual(
    Array.from({ length: 20 }, () => expect.stringMatching(/^HTTP\/1\.1 200 /)),
  );
});
