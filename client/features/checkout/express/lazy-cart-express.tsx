import { lazyComponent } from '../../../lib/lazy/lazy-component.tsx';
import { lazyImport } from '../../../lib/lazy/lazy-import.ts';
import type { CartExpressProps } from './cart-express.tsx';

/** The height of the buttons. */
const place = () => <div className="mt-3 h-13" />;

/** The wallets' buttons in the cart; their space is reserved while their code loads. */
export const LazyCartExpress = lazyComponent<CartExpressProps>(
  lazyImport(() => import('./cart-express.tsx')),
  { waiting: place, lost: place },
);
