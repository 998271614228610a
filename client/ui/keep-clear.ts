/**
 * Selectors of what a toast must not cover: controls (a card's field is in a frame) and their hints, headings, bars,
 * cart, notices, and the open cart.
 */
const OBSTACLES =
  'a, button, input, label, select, textarea, summary, [id$="-hint"], iframe, h1, h2, h3, aside, .nav-bar, [data-cart-bar], .cart-sheet > div, [role="alert"], [role="status"], [aria-live="polite"]';
/**
 * Never covered by a toast: the line with Undo, which is available for ten seconds only, the answers to a question, and
 * the button that pays or sends.
 */
const NEVER_COVERED = '[data-never-covered], [role="alertdialog"] button, [type="submit"]';
/** More than the number of obstacles in a window. */
const NEVER_WEIGHT = 10_000;
const GAP_PX = 8;
const STEP_PX = 8;
const QUIET_MS = 150;

/**
 * Moves the toasts from their corner to the nearest position above, right or left where they cover no control. If there
 * is none, it chooses the one that covers least, but never one over `NEVER_COVERED`. It runs again after the page
 * has scrolled or changed, unless the toast is being used. While a pointer is down it waits: a toast that moved over a
 * pressed button would take its click.
 *
 * @param corner a fixed box around the toasts, including its padding; its `translate` is set
 * @returns removes the listeners
 */
export function keepClear(corner: HTMLElement): () => void {
  let isPressed = false;
  const move = () => {
    if (isPressed) return;
    const now = corner.style.translate;
    corner.style.translate = '';
    const home = corner.getBoundingClientRect();
    const inset = Number.parseFloat(getComputedStyle(corner).paddingLeft) - GAP_PX;
    const boxesOf = (selector: string, except = '') =>
      [...(corner.closest('dialog') ?? document).querySelectorAll(selector)]
        .filter((element) => !corner.contains(element) && !(except && element.closest(except)))
        .map((element) => element.getBoundingClientRect())
        .filter(({ height }) => height > 0);
    const coveredOf = (boxes: readonly DOMRect[], x: number, y: number) =>
      boxes.filter(
        ({ left, right, top, bottom }) =>
          left < home.right - inset + x &&
          right > home.left + inset + x &&
          top < home.bottom - inset + y &&
          bottom > home.top + inset + y,
      ).length;
    const kept = boxesOf(NEVER_COVERED);
    const [usedX = 0, usedY = 0] = now.split(' ').map(Number.parseFloat);
    if (corner.matches(':hover, :focus-within') && coveredOf(kept, usedX, usedY) === 0) {
      corner.style.translate = now;
      return;
    }
    // Content below a dialog cannot be pressed.
    const obstacles = boxesOf(OBSTACLES, '[inert]');
    const covered = (x: number, y: number) => coveredOf(obstacles, x, y) + NEVER_WEIGHT * coveredOf(kept, x, y);
    let best = { x: 0, y: 0, count: Number.POSITIVE_INFINITY };
    const sides = home.left > 0 ? [0, -home.left] : [0];
    if (now && covered(usedX, usedY) === 0) best = { x: usedX, y: usedY, count: 0 };
    for (let y = 0; best.count > 0 && y > -home.top; y -= STEP_PX)
      for (const x of sides) {
        const count = covered(x, y);
        if (count < best.count) best = { x, y, count };
      }
    corner.style.translate = `${best.x}px ${best.y}px`;
  };
  corner.style.translate = '';
  move();
  // Its first call comes with the next frame, when other changes of the same event are in the page.
  const observer = new ResizeObserver(move);
  observer.observe(document.body);
  for (const element of document.querySelectorAll(NEVER_COVERED)) observer.observe(element);
  const listening = new AbortController();
  const { signal } = listening;
  const press = () => {
    isPressed = true;
  };
  const release = () => {
    isPressed = false;
    // After the click of this press.
    requestAnimationFrame(move);
  };
  addEventListener('pointerdown', press, { signal });
  addEventListener('pointerup', release, { signal });
  addEventListener('pointercancel', release, { signal });
  let timer = 0;
  // For browsers without the scrollend event: a pause without scroll events.
  const onScroll = () => {
    clearTimeout(timer);
    timer = window.setTimeout(move, QUIET_MS);
  };
  if ('onscrollend' in window) addEventListener('scrollend', move, { signal });
  else addEventListener('scroll', onScroll, { passive: true, signal });
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    listening.abort();
  };
}
