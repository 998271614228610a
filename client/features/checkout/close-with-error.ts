import * as m from '#messages';
import type { KeptText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { dispatchCheckout } from './checkout-store.ts';

/**
 * A shipping or session error closes the checkout and is shown in the page and as a toast; the cart stays
 * (docs/specification.md#errors).
 */
export function closeWithError(message: KeptText): void {
  dispatchCheckout({ type: 'failed', message });
  toast({ title: m.checkout_error_title, description: message, variant: 'destructive', isRepeated: true });
}
