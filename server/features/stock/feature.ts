import type { Feature } from '#server/feature.ts';

export const stock: Feature = { uses: ['emails/outbox.ts'] };
