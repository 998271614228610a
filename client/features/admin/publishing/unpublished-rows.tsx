import { useState } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import type { Unpublished } from '#shared/content/content.ts';
import { lazyDialog } from '../kit/lazy.tsx';
import { hasDraft } from './api.ts';
import { ChangedFields } from './changed-fields.tsx';
import { kindWords } from './kinds.ts';
import { type ThingNames, useThingNames } from './use-thing-names.ts';

const DiscardDialog = lazyDialog(() => import('./discard-dialog.tsx'));

type RowsProps = { items: readonly Unpublished[]; isBusy: boolean; onPublish: (item: Unpublished) => void };

/** Each unpublished item, with its changed fields and a link to its form. */
export default function UnpublishedRows({ items, isBusy, onPublish }: RowsProps) {
  const names = useThingNames(items);
  const [discarded, setDiscarded] = useState<Unpublished | null>(null);
  return (
    <>
      <ul className="change-list">
        {items.map((item) => (
          <Item
            key={`${item.kind} ${item.id}`}
            item={item}
            names={names}
            isBusy={isBusy}
            onPublish={() => onPublish(item)}
            onDiscard={() => setDiscarded(item)}
          />
        ))}
      </ul>
      {discarded && <DiscardDialog item={discarded} onClose={() => setDiscarded(null)} />}
    </>
  );
}

type ItemProps = {
  item: Unpublished;
  names: ThingNames;
  isBusy: boolean;
  onPublish: () => void;
  onDiscard: () => void;
};

function Item({ item, names, isBusy, onPublish, onDiscard }: ItemProps) {
  const [, navigate] = useLocation();
  const words = kindWords(item.kind);
  const name = words.name(item, names);
  const button = (text: string, label: string, onClick: () => void) => (
    <button type="button" className="text-button" disabled={isBusy} aria-label={label} onClick={onClick}>
      {text}
    </button>
  );
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <button type="button" className="text-button" onClick={() => navigate(words.pathOf(item.id))}>
          {name}
        </button>
        <span className="flex flex-wrap gap-x-5">
          {hasDraft(item) && button(m.admin_discard(), m.admin_discard_of({ name }), onDiscard)}
          {button(m.admin_publish_one(), m.admin_publish_one_of({ name }), onPublish)}
        </span>
      </div>
      <ChangedFields {...item} names={names} />
    </li>
  );
}
