/** Delays in milliseconds and distance in pixels. */
const OPEN_MS = 700;
const SKIP_MS = 300;
const GAP = 6;
const EDGE = 8;
/** Its ::before covers the gap, so that the pointer can move from the control onto the tooltip. */
const TOOLTIP =
  "tooltip fixed z-70 w-max max-w-[min(20rem,calc(100vw-1rem))] rounded-lg bg-ink px-[0.65rem] py-[0.35rem] text-[0.85rem] leading-[1.4] wrap-anywhere text-white before:absolute before:-inset-1.5 before:content-['']";

/**
 * Shows the accessible name of an icon button (`data-tooltip`) as a tooltip after the pointer or the focus has stayed
 * on it; a second one soon after opens at once. Screen readers read the name itself.
 *
 * @returns removes the listeners
 */
export function startTooltips(): () => void {
  const end = new AbortController();
  let owner: HTMLElement | null = null;
  let tip: HTMLElement | null = null;
  let timer = 0;
  let closedAt = -Infinity;

  function open(): void {
    if (!owner?.isConnected) return;
    tip = document.createElement('div');
    tip.className = TOOLTIP;
    tip.setAttribute('aria-hidden', 'true');
    tip.textContent = owner.getAttribute('aria-label');
    document.body.append(tip);
    const { left, width, top, bottom } = owner.getBoundingClientRect();
    const room = document.documentElement.clientWidth - tip.offsetWidth - EDGE;
    const above = top - GAP - tip.offsetHeight;
    tip.style.left = `${Math.max(EDGE, Math.min(left + (width - tip.offsetWidth) / 2, room))}px`;
    tip.style.top = `${above >= EDGE ? above : bottom + GAP}px`;
  }

  function close(): void {
    clearTimeout(timer);
    if (tip) closedAt = performance.now();
    tip?.remove();
    tip = null;
    owner = null;
  }

  function enter({ target, type }: Event): void {
    const control = (target as Element).closest<HTMLElement>('[data-tooltip]');
    // The pointer may move onto the tooltip to read it.
    if (control === owner || (target as Element).closest('.tooltip')) return;
    if (type === 'focusin' && !(target as Element).matches(':focus-visible')) return;
    close();
    if (!control) return;
    owner = control;
    if (performance.now() - closedAt < SKIP_MS) open();
    else timer = window.setTimeout(open, OPEN_MS);
  }

  const options = { signal: end.signal, capture: true, passive: true };
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, enter, options);
  for (const type of ['pointerdown', 'focusout', 'scroll']) document.addEventListener(type, close, options);
  document.documentElement.addEventListener('pointerleave', close, { signal: end.signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), options);
  return () => {
    end.abort();
    close();
  };
}
