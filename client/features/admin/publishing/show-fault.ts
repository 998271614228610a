import * as m from '#messages';
import { toast } from '../../../ui/toast.ts';
import { fieldId, focusField } from '../kit/form/field-state.ts';

/** Says that something cannot be saved and brings its field into view, also out of a fold, which then stays open. */
export function showFault(path: string): void {
  toast({ title: m.admin_shipping_faults(), variant: 'destructive' });
  const fold = document.getElementById(fieldId(path))?.closest('details');
  if (fold) fold.open = true;
  focusField(path);
}
