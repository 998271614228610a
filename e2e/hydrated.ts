import type { Page } from '@playwright/test';

/** Waits until the page is hydrated. Before that, React would notice the test's changes. */
export async function hydrated(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The same module that client/start.ts imports: it resolves after hydration.
    await import(document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset.entry ?? '');
  });
}
