import { useLocation } from 'wouter';
import { CartPanel } from './features/cart/cart-panel.tsx';
import { CartSheet } from './features/cart/cart-sheet.tsx';
import { LazyCartExpress } from './features/checkout/express/lazy-cart-express.tsx';
import { LazyCartDiscount } from './features/checkout/lazy-cart-discount.tsx';
import { preloadCheckout } from './features/checkout/lazy-checkout.tsx';
import { startCheckout } from './features/checkout/start-checkout.ts';
import { findRoute } from './routes.tsx';
import { Region } from './ui/region.tsx';

const SHOP = '/shop';

/** The cart that opens from the bar. The checkout itself is a part of the shop's page. */
export default function BarCart({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [path, navigate] = useLocation();
  function goToShop() {
    onClose();
    if (path !== SHOP) navigate(SHOP);
  }
  function onIntent() {
    findRoute(SHOP).page.preload();
    preloadCheckout();
  }
  return (
    <CartSheet isOpen={isOpen} onClose={onClose}>
      <Region name="cart">
        <CartPanel
          express={<LazyCartExpress onLeave={goToShop} />}
          discount={<LazyCartDiscount />}
          onCheckout={() => startCheckout() && goToShop()}
          onIntent={onIntent}
        />
      </Region>
    </CartSheet>
  );
}
