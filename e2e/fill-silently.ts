import type { Page } from '@playwright/test';

/** Fills fields by name like some password managers, without any event. */
export async function fillSilently(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((all) => {
    for (const [name, value] of Object.entries(all)) {
      const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
      if (!field) throw new Error(name);
      // The prototype's setter, because React overrides it on the element.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    }
  }, values);
}
