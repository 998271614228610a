import { useMutation } from '@tanstack/react-query';
import * as m from '#messages';
import { textOfError } from '../../../../lib/api-client.ts';
import { Button } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toast.ts';
import { holdOffer, type Offer, releaseOffer, removeOffer, useOffers } from './undo.ts';

/** The changes that can still be undone, the newest at the bottom. */
export function UndoOffers() {
  const shown = useOffers();
  return (
    <>
      <p role="status" className="sr-only">
        {shown.at(-1)?.text()}
      </p>
      {shown.length > 0 && (
        <section aria-label={m.admin_undo_list()}>
          <ul aria-label={m.admin_undo_list()} className="grid gap-2">
            {shown.map((offer) => (
              <UndoOffer key={offer.id} offer={offer} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** One change with its undo button. */
export function UndoOffer({ offer: { id, text, undo } }: { offer: Offer }) {
  const back = useMutation({
    mutationFn: undo,
    onSuccess: () => toast({ title: m.admin_undone(), description: () => m.admin_undone_what({ what: text() }) }),
    onError: (error) =>
      toast({
        title: m.admin_undo_failed(),
        description: () => textOfError(error, m.admin_undo_failed_text()),
        variant: 'destructive',
      }),
    onSettled: () => removeOffer(id),
  });
  return (
    <li
      onPointerEnter={() => holdOffer(id, 'pointer')}
      onPointerLeave={() => releaseOffer(id, 'pointer')}
      onFocus={() => holdOffer(id, 'focus')}
      onBlur={() => releaseOffer(id, 'focus')}
      className="pointer-events-auto flex items-center gap-4 rounded-card border-2 border-line bg-white px-4 py-1.5 shadow-lift"
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">{text()}</span>
      <Button size="small" variant="quiet" data-undo isPending={back.isPending} onClick={() => back.mutate()}>
        {m.admin_bulk_undo()}
      </Button>
    </li>
  );
}
