import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { createServer, type Plugin } from 'vite';
import { buildImages, writeImageManifest } from './images.ts';
import { compileMessages } from './messages.ts';

// Browser code is served by Vite with reload; it passes /api on to the server, which starts again when its files change.
const API_PORT = process.env.API_PORT ?? '3001';
const PORT = Number(process.env.PORT ?? 3000);
if (existsSync('client/.public/assets/images')) await writeImageManifest();
else await buildImages();
await compileMessages();
watch('brand/texts', { recursive: true }, () => void compileMessages().catch(console.error));

/** As the server does: everything under /admin has the admin's document. */
const adminDocument: Plugin = {
  name: 'admin-document',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (/^\/admin(?:[/?]|$)/.test(request.url ?? '') && request.headers.accept?.includes('text/html')) {
        request.url = '/admin.html';
      }
      next();
    });
  },
};

const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: API_PORT,
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${PORT}`,
    DEV_SERVER: 'true',
  },
});
const vite = await createServer({
  plugins: [adminDocument],
  server: { port: PORT, strictPort: true },
  // The build names its documents from the project's folder; here they are found from Vite's root.
  optimizeDeps: { entries: ['index.html', 'admin.html'] },
});
await vite.listen();
vite.printUrls();

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    api.once('exit', () => void vite.close().then(() => process.exit(0)));
    api.kill(signal);
  });
}
