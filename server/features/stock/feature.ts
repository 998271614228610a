import type { Feature } from '#server/feature.ts';

export const stock: Feature = { name: 'stock', uses: ['emails/outbox.ts'] };
