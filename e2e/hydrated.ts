import type { Page } from '@playwright/test';

/** Waits until the script of the page has taken over all of it. Earlier, React would find what a test changes. */
export async function hydrated(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The same module that client/start.ts imports: it resolves after hydration.
    await import(document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset.entry ?? '');
  });
}
