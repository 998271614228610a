import { chmod, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { Logger } from '#server/deps.ts';
import { SETUP_STATES } from '#shared/setup.ts';
import { runChecks } from './checks.ts';
import { CHECKS, type Finding, type SetupDeps } from './finding.ts';

/** What systems allow for a socket's path (Linux 107 bytes, macOS 103). */
const LONGEST_PATH = 103;
const ANSWER_MS = 8_000;
const MAX_BYTES = 100_000;

const findingsSchema = z.array(
  z.object({
    check: z.enum(CHECKS),
    state: z.enum(SETUP_STATES),
    code: z.string(),
    values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  }),
);

/** In the data folder: who may read that has the whole shop anyway. */
const doorOf = (dataDir: string) => join(dataDir, 'doctor.sock');

/**
 * Lets `npm run doctor` ask the running shop, whose embedded database and settings it cannot read by itself: a socket in
 * the data folder, for the shop's own user alone, that answers every caller with the findings, which hold no secret.
 * A shop that cannot have it runs without.
 */
export async function openDoor(deps: SetupDeps, log: Logger): Promise<{ stop(): Promise<void> }> {
  const path = doorOf(deps.config.dataDir);
  const nothing = { stop: async () => {} };
  if (process.platform === 'win32' || Buffer.byteLength(path) > LONGEST_PATH) return nothing;
  const callers = new Set<Socket>();
  let running: Promise<Finding[]> | null = null;
  const server = createServer((socket) => {
    callers.add(socket);
    socket.on('close', () => callers.delete(socket)).on('error', () => {});
    running ??= runChecks(deps).finally(() => {
      running = null;
    });
    running.then(
      (findings) => socket.end(JSON.stringify(findings)),
      () => socket.destroy(),
    );
  });
  try {
    await mkdir(dirname(path), { recursive: true });
    // One that answers is another instance's, on the same folder; one that does not was left behind.
    if (await isAnswered(path)) return nothing;
    await rm(path, { force: true });
    await listen(server, path);
    await chmod(path, 0o600);
  } catch (error) {
    log.info({ event: 'doctor_unreachable', err: error }, 'npm run doctor will look at the shop from outside');
    return nothing;
  }
  return {
    stop: () =>
      new Promise((done) => {
        for (const socket of callers) socket.destroy();
        server.close(() => done());
      }),
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((done, reject) => {
    server.once('error', reject);
    server.listen(path, done);
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** What the shop that runs on this data folder finds; `null` when none answers. */
export function askRunningShop(dataDir: string): Promise<Finding[] | null> {
  return ask(doorOf(dataDir));
}

function ask(path: string): Promise<Finding[] | null> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(path);
    const timer = setTimeout(() => socket.destroy(), ANSWER_MS);
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > MAX_BYTES) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(parse(text));
    });
  });
}

function parse(text: string): Finding[] | null {
  try {
    const parsed = z.safeParse(findingsSchema, JSON.parse(text));
    return parsed.success ? (parsed.data as Finding[]) : null;
  } catch {
    return null;
  }
}
