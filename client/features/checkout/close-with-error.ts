import * as m from '#messages';
import type { KeptText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { dispatchCheckout } from './checkout-store.ts';

/**
 * Closes the checkout after a shipping or session error, shown in the page and as a toast; the cart stays
 * (docs/specification.md#errors).
 */
export function closeWithError(message: KeptText): void {
  dispatchCheckout({ type: 'failed', message });
  toast({ title: m.checkout_error_title, description: message, variant: 'destructive' });
}
