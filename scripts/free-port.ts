import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems give to outgoing connections, which could take one before its program does; above 10080, which
 * browsers and `fetch` refuse.
 */
const PORTS = { from: 10_081, to: 32_000 };

/** A program needs a moment until it listens: meanwhile its port looks free. */
const given = new Set<number>();

/** A free port of 127.0.0.1 that this process has not given to anybody else. @throws Error when there is none */
export async function freePort({ from, to } = PORTS): Promise<number> {
  const first = Math.floor(Math.random() * (to - from));
  for (let i = 0; i < to - from; i++) {
    const port = from + ((first + i) % (to - from));
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${from} to ${to - 1} are taken`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
