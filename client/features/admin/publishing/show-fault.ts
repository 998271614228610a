import * as m from '#messages';
import { toast } from '../../../ui/toast.ts';
import { focusField } from '../kit/form/field-state.ts';

/** Says that something cannot be saved and goes to its field. */
export function showFault(path: string): void {
  toast({ title: m.admin_shipping_faults(), variant: 'destructive' });
  focusField(path);
}

/** Says that the content is unfinished and goes to its field, which may be folded or behind the language switch. */
export function showUnfinished(path: string): void {
  toast({ title: m.admin_policy_unfinished(), variant: 'destructive' });
  requestAnimationFrame(() => focusField(path));
}
