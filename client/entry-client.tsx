import './site.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { isLanguage } from '#shared/core/language.ts';
import { App } from './app.tsx';
import { landOnAnchor } from './lib/anchor.ts';
import { startLanguage } from './lib/language.ts';
import { findRoute, goneRoute, noteUnserved, notFoundRoute } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no #root');

// Hydrate in the document's language; the stored choice is applied after hydration.
const language = document.documentElement.lang;
if (isLanguage(language)) startLanguage(language);
if (root.querySelector('[data-missing]')) noteUnserved(location.pathname, notFoundRoute);
if (root.querySelector('[data-gone]')) noteUnserved(location.pathname, goneRoute);
await findRoute(location.pathname).page.load();
// After this, the page's buttons work.
await new Promise<void>((onHydrated) => {
  const app = <App onHydrated={onHydrated} />;
  if (root.firstElementChild) hydrateRoot(root, app);
  else createRoot(root).render(app);
});
// After a reload or Back the browser restores the scroll position.
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (visit?.type === 'navigate') landOnAnchor();
