import * as m from '#messages';
import { toast } from '../../../ui/toast.ts';
import { focusField } from '../kit/form/field-state.ts';

/**
 * Says that the content is unfinished and goes to its first error, which may be folded or behind the language switch.
 */
export function showUnfinished(path: string): void {
  toast({ title: m.admin_policy_unfinished(), variant: 'destructive' });
  requestAnimationFrame(() => focusField(path));
}
