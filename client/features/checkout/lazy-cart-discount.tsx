import { lazyComponent } from '../../lib/lazy/lazy-component.tsx';
import { lazyImport } from '../../lib/lazy/lazy-import.ts';

/** The cart's discount without a code; loaded only in a shop that has one. */
export const LazyCartDiscount = lazyComponent(
  lazyImport(() => import('./cart-discount.tsx')),
  { lost: () => null },
);
