import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Axe with all its rules, on the present page. Only with frames does it merge results in a separate page, which takes
 * three quarters of its time; `axe.spec.ts` compares both ways.
 */
export const axeOf = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
