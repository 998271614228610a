import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

test('a port is given only once, even before anything listens on it, and never one in use', async () => {
  const used = createServer().listen(0, '127.0.0.1');
  await once(used, 'listening');
  const { port } = used.address() as AddressInfo;
  const range = { from: port, to: port + 4 };
  const ports: number[] = [];
  const takeAll = async () => {
    for (;;) ports.push(await freePort(range));
  };
  await expect(takeAll()).rejects.toThrow(/are taken/);
  used.close();
  expect(ports.length).toBeGreaterThan(0);
  expect(new Set(ports).size).toBe(ports.length);
  expect(ports).not.toContain(port);
});

test('a port given to one process is given to no other, even before anything listens on it', async () => {
  const port = await freePort();
  const ask = (to: number) => {
    const script = `const { freePort } = await import('./scripts/free-port.ts');
      console.log(await freePort({ from: ${port}, to: ${to} }).catch(() => 'taken'));`;
    return execFileSync('node_modules/.bin/node', ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    }).trim();
  };
  expect(ask(port + 1)).toBe('taken');
  // The control: other ports are still free.
  expect(Number(ask(port + 50))).toBeGreaterThan(port);
});
