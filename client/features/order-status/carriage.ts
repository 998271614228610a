import type { Language } from '#shared/core/language.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { shippingMethod as methodIn } from '../../lib/shipping-method.ts';

type Shipped = Pick<OrderStatusView, 'tracking' | 'shippingCarrier' | 'shippingMethod'>;

/**
 * The carrier of the parcel. The service is added if the carrier is the one that was paid for: `UPS, Ground`.
 *
 * @returns `null` when no carrier is known
 */
export function carriageOf({ tracking, shippingCarrier, shippingMethod }: Shipped, language: Language): string | null {
  const carrier = tracking?.carrier ?? shippingCarrier;
  if (!carrier || carrier !== shippingCarrier || !shippingMethod) return carrier;
  return `${carrier}, ${methodIn(shippingMethod, language)}`;
}
