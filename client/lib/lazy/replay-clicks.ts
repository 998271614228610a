/** How far a pointer may move during a click, in pixels. */
const STEADY_PX = 10;

/**
 * Records clicks on plain buttons while the page is not hydrated; links and forms work without script.
 *
 * Hydration may move or replace a button between pointerdown and pointerup, because a stored cart appears or a
 * translator has changed a text. Browsers then send no click to the button, so such a press counts when it ends.
 *
 * @param isLost whether an import failed: browsers may cache a failed import, so that only a reload tries again
 * @returns stops recording and repeats the clicks in order. Call it once, when the whole page is hydrated: earlier,
 * parts hydrated first would react out of order.
 */
export function keepClicks(isLost: () => boolean): () => void {
  const clicked: Target[] = [];
  let press: { target: Target; x: number; y: number } | undefined;
  let isReady = false;
  const onClick = (event: Event) => {
    const button = buttonOf(event);
    if (!button) return;
    if (isLost()) location.reload();
    event.stopPropagation();
    clicked.push(targetOf(button));
  };
  const onDown = (event: PointerEvent) => {
    const button = buttonOf(event);
    press = button ? { target: targetOf(button), x: event.clientX, y: event.clientY } : undefined;
  };
  const onUp = (event: PointerEvent) => {
    const begun = press;
    press = undefined;
    if (!begun || buttonOf(event) === begun.target.button) return;
    if (Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > STEADY_PX) return;
    if (isReady) click(begun.target);
    else clicked.push(begun.target);
  };
  addEventListener('click', onClick, true);
  addEventListener('pointerdown', onDown, true);
  addEventListener('pointerup', onUp, true);
  return () => {
    isReady = true;
    removeEventListener('click', onClick, true);
    // A press that has begun may still end.
    removeEventListener('pointerdown', onDown, true);
    for (const each of clicked) click(each);
  };
}

/** A button and its index among those with the same attributes, which also identifies its replacement. */
type Target = { button: HTMLButtonElement; nth: number };

function targetOf(button: HTMLButtonElement): Target {
  return { button, nth: alike(button).indexOf(button) };
}

function click({ button, nth }: Target): void {
  const now = button.isConnected ? button : alike(button)[nth];
  now?.click();
}

function alike(button: HTMLButtonElement): HTMLButtonElement[] {
  const tag = (one: Element) => (one.cloneNode(false) as Element).outerHTML;
  return [...document.querySelectorAll('button')].filter((one) => tag(one) === tag(button));
}

function buttonOf({ target }: Event): HTMLButtonElement | null {
  return target instanceof Element ? target.closest<HTMLButtonElement>('button[type="button"]') : null;
}
