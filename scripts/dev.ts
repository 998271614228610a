import './my-brand.ts';
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { watchParent } from '#server/parent-process.ts';
import { BRAND_FOLDER } from './brand-folder.ts';
import { CALLS, documents, pageContent, pageErrors, stopWithVite, waitForServer } from './dev/plugins.ts';
import { manageServer } from './dev/server-process.ts';
import { freePort } from './free-port.ts';
import { buildImages, writeImageManifest } from './images.ts';
import { writeMessages } from './messages.ts';

// Vite serves the browser's code with reload, and passes calls to the server, which restarts when its files change.
const PORT = Number(process.env.PORT ?? 3000);
const SERVER_SOURCES = ['server', 'shared', BRAND_FOLDER];
/** An editor saves in several steps, and a git checkout changes many files: each counts as one change. */
const SETTLE_MS = 60;

if (existsSync('client/.public/assets/images')) await writeImageManifest();
else await buildImages();
writeMessages();

const apiPort = Number(process.env.API_PORT ?? (await freePort()));
const server = manageServer('server/main.ts', apiPort, {
  ...process.env,
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${PORT}`,
  DEV_SERVER: 'true',
});
const vite = await createServer({
  plugins: [documents, waitForServer(server), stopWithVite(server), pageContent, pageErrors],
  server: {
    port: PORT,
    strictPort: true,
    proxy: Object.fromEntries(CALLS.map((path) => [path, `http://127.0.0.1:${apiPort}`])),
  },
  // The build names its documents relative to the project's folder; here the names are relative to Vite's root.
  optimizeDeps: { entries: ['index.html', 'admin.html', 'dev/ui.html'] },
});

// On SIGTERM Vite ends itself and the server; see stopWithVite.
if (process.env.npm_lifecycle_event) watchParent(() => process.kill(process.pid, 'SIGTERM'));
for (const signal of ['SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => void vite.close().then(() => process.exit(0)));

try {
  // Before the server starts, so that a port in use leaves no server running.
  await vite.listen();
} catch (error) {
  const isTaken = /already in use/.test(String(error));
  console.error(
    isTaken ? `Port ${PORT} is taken by another program. Stop it, or: PORT=${PORT + 1} npm run dev` : error,
  );
  process.exit(1);
}
server.restart();
followChanges(vite);
vite.printUrls();

/**
 * A change of texts writes their modules, a change of server sources restarts the server; Vite handles the browser's
 * code.
 */
function followChanges({ watcher, config: { logger }, ws }: ViteDevServer): void {
  let isBroken = false;
  /** Shows an error of the texts over the open pages, until they are valid again. */
  const saveTexts = () => {
    try {
      writeMessages();
      if (isBroken) ws.send({ type: 'update', updates: [] });
      isBroken = false;
    } catch (error) {
      isBroken = true;
      const { message } = error as Error;
      logger.error(message, { timestamp: true });
      ws.send({ type: 'error', err: { message, stack: '' } });
    }
  };
  const pending = { texts: false, server: false };
  let timer: NodeJS.Timeout | undefined;
  const settle = () => {
    const { texts, server: isServer } = pending;
    Object.assign(pending, { texts: false, server: false });
    // Then restarts the server, which also reads texts, such as those of errors and mails.
    if (texts) saveTexts();
    if (isServer) server.restart();
  };
  watcher.add(SERVER_SOURCES);
  watcher.on('all', (_event, file) => {
    const path = relative(process.cwd(), file).replaceAll('\\', '/');
    if (/^(?:my-)?brand\/texts\/.*\.json$/.test(path)) pending.texts = true;
    else if (!/^(server|shared|(?:my-)?brand)\/.*\.(ts|json|md|sql)$/.test(path) || path.includes('.test.')) return;
    pending.server = true;
    clearTimeout(timer);
    timer = setTimeout(settle, SETTLE_MS);
  });
}
