import { keepClicks } from './lib/lazy/replay-clicks.ts';

// The first script of every public page. It leaves the bandwidth to the first view, then loads the page's code. On a
// slow network a phone shows its picture and text about half a second sooner. A click on a button that is not hydrated
// yet loads the code at once and is replayed after hydration. It shares no file with the page's code.

const tag = document.querySelector<HTMLScriptElement>('script[data-entry]');
const { entry = '', chunks = '' } = tag?.dataset ?? {};
/** How long a slow picture may delay hydration, in milliseconds. */
const PATIENCE_MS = 2500;

/** Same as client/lib/language.ts; stored here already, because a visitor may leave before that code is loaded. */
const asked = new RegExp(`[?&]lang=(${import.meta.env.LANGUAGES})\\b`).exec(location.search)?.[1];
if (asked) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = `lang=${asked}; path=/; max-age=31536000; samesite=lax`;
  try {
    localStorage.setItem('lang', asked);
  } catch {
    // Storage may be forbidden; the cookie has the choice.
  }
}

/** Same as client/features/checkout/code-store.ts: stores the discount code of a link to any page. */
const code = new URLSearchParams(location.search).get('code');
if (code) {
  try {
    localStorage.setItem('code', JSON.stringify(code));
  } catch {
    // Storage may be forbidden; the shopper can type the code.
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
    // The import failed, or an older release's file is gone.
    isLost = true;
    return;
  }
  replayClicks();
}

/** Loads the page's code after the frame with the loaded picture has been drawn. */
function fetchAfterPaint(): void {
  requestAnimationFrame(() => setTimeout(fetchPage));
  // A background tab draws no frames.
  setTimeout(fetchPage, 300);
}

for (const type of ['pointerdown', 'keydown']) addEventListener(type, fetchPage, { once: true, passive: true });
setTimeout(fetchPage, PATIENCE_MS);
// Return from the bank's page: the shopper waits for the order, and the URL contains a secret until the code removes
// it.
if (location.search.includes('payment_intent')) fetchPage();
else if (document.readyState === 'complete') fetchAfterPaint();
else addEventListener('load', fetchAfterPaint, { once: true });
