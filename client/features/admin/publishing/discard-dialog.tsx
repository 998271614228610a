import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { Unpublished } from '#shared/content/content.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { refreshContent } from './api.ts';
import { ChangedFields } from './changed-fields.tsx';
import { kindWords } from './kinds.ts';
import { useThingNames } from './use-thing-names.ts';

type Props = {
  item: Unpublished;
  /** The draft is gone on the server. */
  onDiscarded?: () => void;
  onClose: () => void;
};

/** Asks before a draft is discarded, and says which changes are lost. */
export default function DiscardDialog({ item, onDiscarded, onClose }: Props) {
  const { kind, id, version } = item;
  const names = useThingNames([item]);
  const client = useQueryClient();
  const discard = useMutation({
    mutationFn: () => callApi(`/api/admin/drafts/${kind}/${id}?version=${version}`, { method: 'DELETE' }),
    onSuccess: () => {
      toast({ title: m.admin_discarded() });
      onDiscarded?.();
    },
    onError: (error) => toastFailed(m.admin_discard_failed(), error, m.admin_product_stale),
    onSettled: () => refreshContent(client).finally(onClose),
  });
  return (
    <ConfirmDialog
      title={m.admin_discard_title({ name: kindWords(kind).name(item, names) })}
      text={m.admin_discard_text()}
      confirm={m.admin_discard_confirm()}
      pending={m.admin_discarding()}
      isPending={discard.isPending}
      onConfirm={() => discard.mutate()}
      onClose={onClose}
    >
      <div className="mt-4">
        <ChangedFields {...item} names={names} />
      </div>
    </ConfirmDialog>
  );
}
