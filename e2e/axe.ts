import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Axe with all its rules, over a page as it stands. Only where there are frames does it put their results together in a page
 * of its own, which takes three quarters of its time; `axe.spec.ts` compares the two ways.
 */
export const axeOf = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
