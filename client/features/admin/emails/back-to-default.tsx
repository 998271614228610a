import { useState } from 'react';
import * as m from '#messages';
import type { EmailTemplate } from '#shared/emails/emails.ts';
import { callApi } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';

/** Removes a custom template, so that the default applies again. */
export default function BackToDefault({ template, onDone }: { template: EmailTemplate; onDone: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useDeleteTemplate();
  return (
    <>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        {m.admin_template_reset()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={m.admin_template_reset_title()}
          text={m.admin_template_reset_text()}
          confirm={m.admin_template_reset()}
          isPending={deletion.isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={() =>
            deletion.mutate(template, {
              onSuccess: () => {
                setIsAsking(false);
                onDone();
              },
            })
          }
        />
      )}
    </>
  );
}

function useDeleteTemplate() {
  return useAction({
    call: ({ id, version }: EmailTemplate) =>
      callApi(`${adminKeys.templates[0]}/${id}?version=${version}`, { method: 'DELETE' }),
    done: () => toast({ title: m.admin_template_reset_done() }),
    failed: (error) => toastFailed(m.admin_template_reset_failed(), error),
    refresh: [adminKeys.templates],
  });
}
