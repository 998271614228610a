/**
 * Keeps clicks on plain buttons while the page is not hydrated; links and forms work without its code.
 *
 * @param isLost whether the code failed to come: browsers may keep a failed import, so that only a reload asks anew
 * @returns ends it and repeats the clicks, in their order. Once, when the whole page is hydrated: a part that is hydrated
 *   before the others would answer in between.
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
