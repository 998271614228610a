import type { Plugin } from 'vite';
import { brandSite } from '#scripts/site-content.ts';
import { contentBlock, contentOn } from '#server/site/render-site.ts';
import type { ServerProcess } from './server-process.ts';

/** Paths of the server; all other paths are Vite's. */
export const CALLS = ['/api', '/media', '/healthz', '/readyz', '/metrics'];

/** Paths with a separate document; all others have the site's. `/dev/ui` exists only here. */
const DOCUMENTS: readonly [path: RegExp, document: string][] = [
  // Like the server: everything under /admin has the admin's document.
  [/^\/admin(?:[/?]|$)/, '/admin.html'],
  [/^\/dev\/ui(?:[/?]|$)/, '/dev/ui.html'],
];

export const documents: Plugin = {
  name: 'documents',
  configureServer(vite) {
    vite.middlewares.use((request, _response, next) => {
      const [, document] = DOCUMENTS.find(([path]) => path.test(request.url ?? '')) ?? [];
      if (document && request.headers.accept?.includes('text/html')) request.url = document;
      next();
    });
  },
};

/** A call during the server's start waits for it. Otherwise each would be a proxy error. */
export function waitForServer(server: Pick<ServerProcess, 'whenReady'>): Plugin {
  return {
    name: 'wait-for-server',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0] ?? '';
        if (!CALLS.some((call) => path === call || path.startsWith(`${call}/`))) return next();
        void server.whenReady().then((isReady) => {
          if (isReady) return next();
          response.writeHead(503, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ message: 'The server does not run. The terminal says why.' }));
        });
      });
    },
  };
}

/** Ends the server with Vite, whether by a signal or the end of its terminal. */
export function stopWithVite(server: Pick<ServerProcess, 'stop'>): Plugin {
  return { name: 'stop-with-vite', closeBundle: () => server.stop('SIGTERM') };
}

/** The document's content block, otherwise written by the build; here with the brand's own content. */
export const pageContent: Plugin = {
  name: 'page-content',
  transformIndexHtml: (html, { originalUrl = '/' }) =>
    html.replace('<!--content-->', () =>
      contentBlock(contentOn(new URL(originalUrl, 'http://localhost').pathname, brandSite())),
    ),
};

const ERRORS_MODULE = '/@page-errors';

/** Runs in the page: shows an uncaught error in Vite's overlay, and sends it to the terminal. */
const PAGE_ERRORS = `
import { createHotContext } from '/@vite/client';
const hot = createHotContext('${ERRORS_MODULE}');
const report = (reason) => {
  const { message, stack = '' } = reason instanceof Error ? reason : { message: String(reason) };
  hot.send('page-error', { message, stack, path: location.pathname });
  const Overlay = customElements.get('vite-error-overlay');
  if (Overlay && !document.querySelector('vite-error-overlay')) {
    document.body.append(new Overlay({ message, stack }));
  }
};
addEventListener('error', (event) => event.error && report(event.error));
addEventListener('unhandledrejection', (event) => report(event.reason));
// A page also exports its head; without this each edit of a page would load the document anew.
window.__getReactRefreshIgnoredExports = () => ['head'];
`;

/** An error during rendering would otherwise leave a blank page and a silent terminal. */
export const pageErrors: Plugin = {
  name: 'page-errors',
  resolveId: (id) => (id === ERRORS_MODULE ? id : undefined),
  load: (id) => (id === ERRORS_MODULE ? PAGE_ERRORS : undefined),
  transformIndexHtml: () => [
    { tag: 'script', attrs: { type: 'module', src: ERRORS_MODULE }, injectTo: 'head-prepend' },
  ],
  configureServer(vite) {
    vite.ws.on('page-error', ({ message, stack, path }: Record<string, string>) => {
      vite.config.logger.error(`page error on ${path}: ${message}\n${stack}`, { timestamp: true });
    });
  },
};
