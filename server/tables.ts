/** Every table of this version of the shop: the settings, and what each feature owns in its `schema.ts`. */
export * from './db/settings.ts';
export * from './features/admin/schema.ts';
export * from './features/checkout/schema.ts';
export * from './features/codes/schema.ts';
export * from './features/content/schema.ts';
export * from './features/diagnostics/schema.ts';
export * from './features/emails/schema.ts';
export * from './features/labels/schema.ts';
export * from './features/live/schema.ts';
export * from './features/media/schema.ts';
export * from './features/orders/schema.ts';
export * from './features/payments/schema.ts';
export * from './features/settlement/schema.ts';
export * from './features/shipping/schema.ts';
export * from './features/stock/schema.ts';
export * from './features/stores/schema.ts';
export * from './features/wholesale/schema.ts';
