import * as m from '#messages';
import { textOfError } from '../../../../lib/api-client.ts';
import { toast } from '../../../../ui/toast.ts';
import { currentOf } from '../stale.ts';

/** Says what failed, and the server's reason. @param stale shown instead if the record was changed meanwhile */
export const toastFailed = (title: string, error: unknown, stale?: () => string) =>
  toast({
    title,
    description: () => (stale && currentOf(error) ? stale() : textOfError(error, m.admin_update_failed_reason())),
    variant: 'destructive',
  });
