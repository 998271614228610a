import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems use for outgoing connections, which could take one first; above 10080, because browsers
 * and `fetch` refuse some below.
 */
const PORTS = { from: 10_081, to: 32_000 };

/** A program needs a moment until it listens; until then its port looks free. */
const reserved = new Set<Socket>();

/** A free port of 127.0.0.1 that no other process has been given. @throws Error when there is none */
export async function freePort({ from, to } = PORTS): Promise<number> {
  const first = Math.floor(Math.random() * (to - from));
  for (let i = 0; i < to - from; i++) {
    const port = from + ((first + i) % (to - from));
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error(`All ports from ${from} to ${to - 1} are taken`);
}

/**
 * Binds the UDP port of the same number until this process ends, so that other processes choose another port. The
 * programs themselves use only TCP.
 */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  try {
    await once(socket, 'listening');
  } catch {
    return false;
  }
  socket.unref();
  reserved.add(socket);
  return true;
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
