import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { callApi, textOfError } from '../../lib/api-client.ts';
import { toast } from '../../ui/toast.ts';
import { adminKeys } from './keys.ts';

/** Puts a mail of the outbox in line again; its state shows in the outbox and in its order. */
export function useSendAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi(`${adminKeys.emails[0]}/${id}/send`, { method: 'POST' }),
    onSuccess: () => {
      toast({ title: m.admin_mail_again_title(), description: m.admin_mail_again_text() });
      return Promise.all([
        client.invalidateQueries({ queryKey: adminKeys.emails }),
        client.invalidateQueries({ queryKey: adminKeys.orders }),
      ]);
    },
    onError: (error) =>
      toast({ title: m.admin_mail_again_failed(), description: textOfError(error, ''), variant: 'destructive' }),
  });
}
