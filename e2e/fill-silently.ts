import type { Page } from '@playwright/test';

/** Fills fields by their names as some password managers do: no event tells the page. */
export async function fillSilently(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((all) => {
    for (const [name, value] of Object.entries(all)) {
      const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
      if (!field) throw new Error(name);
      // By the prototype's setter: React puts its own before it.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    }
  }, values);
}
