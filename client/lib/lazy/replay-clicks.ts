/**
 * Records clicks on plain buttons while the page is not hydrated; links and forms work without script.
 *
 * @param isLost whether an import failed: browsers may cache a failed import, so that only a reload tries again
 * @returns stops recording and repeats the clicks in their order. Call it once, when the whole page is hydrated:
 * earlier, parts that are hydrated first would answer out of order.
 */
export function keepClicks(isLost: () => boolean): () => void {
  const clicked: HTMLButtonElement[] = [];
  const keep = (event: Event) => {
    const { target } = event;
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[type="button"]') : null;
    if (!button) return;
    if (isLost()) location.reload();
    event.stopPropagation();
    clicked.push(button);
  };
  addEventListener('click', keep, true);
  return () => {
    removeEventListener('click', keep, true);
    for (const button of clicked) button.click();
  };
}
