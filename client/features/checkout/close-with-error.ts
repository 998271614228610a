import * as m from '#messages';
import { toast } from '../../ui/toast.ts';
import { dispatchCheckout } from './checkout-store.ts';

/** The specification, 4: a shipping or session error is shown, raised as a toast, and closes the checkout; the cart stays. */
export function closeWithError(message: string): void {
  dispatchCheckout({ type: 'failed', message });
  toast({ title: m.checkout_error_title, description: message, variant: 'destructive', isRepeated: true });
}
