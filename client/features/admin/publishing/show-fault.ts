import * as m from '#messages';
import { toast } from '../../../ui/toast.ts';
import { focusField } from '../kit/form/field-state.ts';

/** Says that something cannot be saved and brings its field into view. */
export function showFault(path: string): void {
  toast({ title: m.admin_shipping_faults(), variant: 'destructive' });
  focusField(path);
}
