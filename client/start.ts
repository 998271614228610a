// The first file of every public page: it lets the first view have the line to itself, then fetches the page's code.
// A phone on a slow network shows its picture and its letters about half a second sooner for it.
// A tap on a button that is not awake yet fetches the code at once and is done when the page can answer it.

const tag = document.querySelector<HTMLScriptElement>('script[data-entry]');
const { entry = '', chunks = '' } = tag?.dataset ?? {};
/** What a slow picture may cost the page before it answers, in milliseconds. */
const PATIENCE_MS = 2500;

const taps: HTMLButtonElement[] = [];
let isWaking = false;

async function wake(): Promise<void> {
  if (isWaking) return;
  isWaking = true;
  for (const href of chunks.split(' ')) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  await import(/* @vite-ignore */ entry);
  removeEventListener('click', keepTap, true);
  // React hydrates what a click falls on before it hands the click over.
  for (const button of taps) button.click();
}

/** Links and forms work by themselves; only a plain button needs the page's code. */
function keepTap({ target }: Event): void {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[type="button"]') : null;
  if (button) taps.push(button);
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
if (document.readyState === 'complete') wakeAfterPaint();
else addEventListener('load', wakeAfterPaint, { once: true });
