import type { Page } from '@playwright/test';

/**
 * Changes the page like a browser's translator: each text is wrapped in two `font` elements, including later ones. The
 * words stay, so that tests find them.
 */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(wrapTexts, '');
}

/** The same while the page is loading, with other words: before hydration. */
export async function translateEarly(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => (${wrapTexts})('~'))`);
}

/** Runs in the page. */
function wrapTexts(mark: string): void {
  const kept = 'font, script, style, select, textarea, title';
  const wrap = (root: Node) => {
    const texts: Node[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    if (root.nodeType === Node.TEXT_NODE) texts.push(root);
    else while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.nodeValue?.trim() || !text.parentElement || text.parentElement.closest(kept)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = mark + text.nodeValue;
      outer.append(inner);
      text.parentNode?.replaceChild(outer, text);
    }
  };
  wrap(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) wrap(node);
  }).observe(document.body, { childList: true, subtree: true });
}
