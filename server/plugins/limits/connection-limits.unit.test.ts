import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitConnections } from './connection-limits.ts';

let server: Server;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

async function start(limits?: Parameters<typeof limitConnections>[1]): Promise<void> {
  server = createServer((request, response) => {
    if (request.url === '/held') return;
    response.end('ok');
  });
  server.maxConnections = 20;
  if (limits) limitConnections(server, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** Connects from one of this machine's addresses and waits until the server has accepted or refused it. */
async function open(localAddress: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  sockets.push(socket);
  const seen = Promise.race([once(server, 'connection'), once(server, 'drop')]);
  await once(socket, 'connect');
  await seen;
  return socket;
}

/** Sends a request on a connection; empty if it is closed. */
async function ask(socket: Socket, path = '/'): Promise<string> {
  if (!socket.writable) return '';
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  return Promise.race([
    once(socket, 'data').then(String, () => ''),
    once(socket, 'close').then(
      () => '',
      () => '',
    ),
  ]);
}

const isOpen = (socket: Socket) => ask(socket).then((answer) => answer.includes('200 OK'));

test('beyond its limit an address loses its oldest idle connection, unnoticed by other addresses (S17)', async () => {
  await start({ perAddress: 3, overall: 20 });
  const other = await open('127.0.0.9');
  const many: Socket[] = [];
  for (let i = 0; i < 10; i++) many.push(await open('127.0.0.2'));
  const alive = await Promise.all(many.map(isOpen));
  expect(alive).toEqual([...Array(7).fill(false), true, true, true]);
  expect(await isOpen(other)).toBe(true);
});

test('when all are taken, a newcomer replaces a connection of the largest address (S17)', async () => {
  await start({ perAddress: null, overall: 15 });
  for (let i = 0; i < 30; i++) await open('127.0.0.2');
  for (let i = 3; i < 8; i++) expect(await isOpen(await open(`127.0.0.${i}`))).toBe(true);
});

test('without these limits the first connections keep all others out', async () => {
  await start();
  for (let i = 0; i < 30; i++) await open('127.0.0.2');
  expect(await isOpen(await open('127.0.0.3'))).toBe(false);
});

test('a request in progress is never cut off: the newcomer of the same address is closed', async () => {
  await start({ perAddress: 2, overall: 20 });
  const busy = [await open('127.0.0.2'), await open('127.0.0.2')];
  const requests = busy.map(() => once(server, 'request'));
  for (const socket of busy) socket.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
  await Promise.all(requests);
  expect(await isOpen(await open('127.0.0.2'))).toBe(false);
  expect(busy.map(({ destroyed }) => destroyed)).toEqual([false, false]);
});
