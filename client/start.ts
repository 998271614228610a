// The first file of every public page: it lets the first view have the line to itself, then fetches the page's code.
// A phone on a slow network shows its picture and its letters about half a second sooner for it.
// A tap on a button that is not awake yet fetches the code at once and is done when the page can answer it.

const tag = document.querySelector<HTMLScriptElement>('script[data-entry]');
const { entry = '', chunks = '' } = tag?.dataset ?? {};
/** What a slow picture may cost the page before it answers, in milliseconds. */
const PATIENCE_MS = 2500;

const taps: HTMLButtonElement[] = [];
/** As client/lib/language.ts keeps it: kept here already, since a visitor may be gone before that code is here. */
const asked = /[?&]lang=(en|es)\b/.exec(location.search)?.[1];
if (asked) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = `lang=${asked}; path=/; max-age=31536000; samesite=lax`;
  try {
    localStorage.setItem('lang', asked);
  } catch {
    // Storage may be forbidden; the cookie knows.
  }
}

let isWaking = false;
let isLost = false;

async function wake(): Promise<void> {
  if (isWaking) return;
  isWaking = true;
  for (const href of chunks.split(' ')) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  try {
    await import(/* @vite-ignore */ entry);
  } catch {
    // Lost on the way, or gone with an older release: browsers may keep a failed import, a reload asks anew.
    isLost = true;
    return;
  }
  removeEventListener('click', keepTap, true);
  for (const button of taps) button.click();
}

/** Links and forms work by themselves; only a plain button needs the page's code. */
function keepTap(event: Event): void {
  const { target } = event;
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[type="button"]') : null;
  if (!button) return;
  if (isLost) location.reload();
  // Once, when the whole page is awake; a part that wakes before the others would answer in between.
  event.stopPropagation();
  taps.push(button);
}

/** Once the frame with the loaded picture has been drawn. */
function wakeAfterPaint(): void {
  requestAnimationFrame(() => setTimeout(wake));
  // A tab in the background draws no frames.
  setTimeout(wake, 300);
}

addEventListener('click', keepTap, true);
for (const type of ['pointerdown', 'keydown']) addEventListener(type, wake, { once: true, passive: true });
setTimeout(wake, PATIENCE_MS);
// Back from the bank's page: the shopper waits for the order, and the address holds a secret until the code takes it.
if (location.search.includes('payment_intent')) wake();
else if (document.readyState === 'complete') wakeAfterPaint();
else addEventListener('load', wakeAfterPaint, { once: true });
