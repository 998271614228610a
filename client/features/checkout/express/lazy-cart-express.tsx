import { lazyComponent } from '../../../lib/lazy/lazy-component.tsx';
import { lazyImport } from '../../../lib/lazy/lazy-import.ts';
import type { CartExpressProps } from './cart-express.tsx';

/** The wallets' buttons in the cart; their place is kept while their code loads. */
export const LazyCartExpress = lazyComponent<CartExpressProps>(
  lazyImport(() => import('./cart-express.tsx')),
  { waiting: () => <div className="mt-3 h-13" />, lost: () => null },
);
