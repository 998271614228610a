import type { Feature } from '#server/feature.ts';
import { forgetOldChanges } from './service.ts';

export const live: Feature = { housekeeping: (deps) => [() => forgetOldChanges(deps)] };
