import { useState } from 'react';
import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../kit/lazy.tsx';
import { hasDraft, useUnpublished } from './api.ts';

const DiscardDialog = lazyDialog(() => import('./discard-dialog.tsx'));

export type Draft = {
  kind: string;
  id: string;
  /** Discards what is typed, too. */
  onDiscarded: () => void;
};

/** Discards the draft of one item; shown while it has one over what is public. */
export function DiscardDraft({ kind, id, onDiscarded }: Draft) {
  const item = useUnpublished().data?.find((each) => each.kind === kind && each.id === id);
  const [isAsking, setIsAsking] = useState(false);
  if (!item || !hasDraft(item)) return null;
  return (
    <>
      <Button size="small" variant="danger" className="justify-self-start" onClick={() => setIsAsking(true)}>
        {m.admin_discard()}
      </Button>
      {isAsking && <DiscardDialog item={item} onDiscarded={onDiscarded} onClose={() => setIsAsking(false)} />}
    </>
  );
}
