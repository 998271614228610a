import { keepClicks } from './lib/lazy/replay-clicks.ts';

// The first file of every public page: it leaves the network to the first view, then fetches the page's code. A phone on
// a slow network shows its picture and its letters about half a second sooner. A click on a button that is not hydrated
// yet fetches the code at once and is repeated when the page can answer it. It shares no file with the page's code.

const tag = document.querySelector<HTMLScriptElement>('script[data-entry]');
const { entry = '', chunks = '' } = tag?.dataset ?? {};
/** How long a slow picture may keep the page from being hydrated, in milliseconds. */
const PATIENCE_MS = 2500;

/** As client/lib/language.ts keeps it: kept here already, since a visitor may be gone before that code is here. */
const asked = new RegExp(`[?&]lang=(${import.meta.env.LANGUAGES})\\b`).exec(location.search)?.[1];
if (asked) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = `lang=${asked}; path=/; max-age=31536000; samesite=lax`;
  try {
    localStorage.setItem('lang', asked);
  } catch {
    // Storage may be forbidden; the cookie keeps the choice.
  }
}

let isStarted = false;
let isLost = false;
const replayClicks = keepClicks(() => isLost);

async function fetchPage(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  for (const href of chunks.split(' ')) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  try {
    await import(/* @vite-ignore */ entry);
  } catch {
    // Lost, or gone with an older release.
    isLost = true;
    return;
  }
  replayClicks();
}

/** Once the frame with the loaded picture has been drawn. */
function fetchAfterPaint(): void {
  requestAnimationFrame(() => setTimeout(fetchPage));
  // A tab in the background draws no frames.
  setTimeout(fetchPage, 300);
}

for (const type of ['pointerdown', 'keydown']) addEventListener(type, fetchPage, { once: true, passive: true });
setTimeout(fetchPage, PATIENCE_MS);
// Back from the bank's page: the shopper waits for the order, and the url holds a secret until the code takes it.
if (location.search.includes('payment_intent')) fetchPage();
else if (document.readyState === 'complete') fetchAfterPaint();
else addEventListener('load', fetchAfterPaint, { once: true });
