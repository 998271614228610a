import { useState } from 'react';
import { type ImageName, images } from '#brand/images.ts';
import * as m from '#messages';
import { mediaIdOf } from '#shared/content/picture-ref.ts';
import type { AdminPictureSlot } from '#shared/content/picture-slots.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { Button } from '../../../../ui/button.tsx';
import { lazyDialog } from '../../kit/lazy.tsx';
import { StatusBadge } from '../../kit/status.tsx';
import { isUndescribed } from '../../media/picture-names.ts';
import { OnePicturePicker, PictureEditor } from '../../media/picture-picker.tsx';
import { PictureThumb } from '../../media/picture-thumb.tsx';
import { contentState, contentStates } from '../content-states.ts';
import { PanelHead } from '../panel-head.tsx';
import { usePictureSlotChange } from '../use-picture-slot-change.ts';
import { slotName } from './names.ts';

const PreviewDialog = lazyDialog(() => import('../preview-dialog.tsx'));

/** The page that shows a slot, by the prefix of its id; the page for unknown paths has no preview. */
const PAGES: readonly (readonly [RegExp, string])[] = [
  [/^(hero|home)/, '/'],
  [/^about/, '/about'],
  [/^(product|ingredients)/, '/product'],
  [/^contact/, '/contact'],
  [/^wholesale/, '/wholesale'],
];
const slotPath = (id: string) => PAGES.find(([begins]) => begins.test(id))?.[1] ?? null;

type Props = {
  slots: readonly AdminPictureSlot[];
  /** The slot whose picture choice opens at once. */
  opened?: string;
  onClose: () => void;
};

/** The pictures of the pages, each with its slot and a button to change it. */
export default function PictureSlotsScreen({ slots, opened, onClose }: Props) {
  return (
    <section aria-labelledby="places-title" className="panel policy-form">
      <PanelHead id="places-title" title={m.admin_places_title()} onClose={onClose} />
      <p className="text-ink-soft">{m.admin_places_hint()}</p>
      <ul className="change-list">
        {slots.map((slot) => (
          <SlotRow key={slot.id} slot={slot} isOpened={slot.id === opened} />
        ))}
      </ul>
    </section>
  );
}

const altOf = ({ picture, pictures }: AdminPictureSlot) => (images[picture as ImageName] ?? pictures[picture])?.alt;

/** The dialogs of a row; `describe-to-publish` publishes once the picture is described. */
type SlotDialog = 'choose' | 'describe' | 'describe-to-publish' | 'preview';

function SlotRow({ slot, isOpened }: { slot: AdminPictureSlot; isOpened: boolean }) {
  const language = useLanguage();
  const change = usePictureSlotChange(slot);
  const [open, setOpen] = useState<SlotDialog | null>(isOpened ? 'choose' : null);
  const close = () => setOpen(null);
  const { id, picture, pictures } = slot;
  const name = slotName(id);
  const state = contentState(slot);
  const path = slotPath(id);
  const alt = altOf(slot);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <PictureThumb name={picture} pictures={pictures} isLarge />
      <div className="min-w-40 flex-1">
        <h3>{name}</h3>
        {alt && <p className="text-sm text-ink-soft">{alt[language]}</p>}
        {state !== 'default' && <StatusBadge status={state} labels={contentStates} />}
      </div>
      <SlotActions slot={slot} change={change} onOpen={setOpen} />
      {open === 'choose' && <OnePicturePicker onChoose={change.choose} onClose={close} />}
      {(open === 'describe' || open === 'describe-to-publish') && (
        <PictureEditor
          key={picture}
          name={picture}
          onClose={close}
          // After "Publish", saving the description also publishes, without another press.
          next={open === 'describe' ? undefined : { label: m.admin_picture_save_publish(), run: change.publish }}
        />
      )}
      {open === 'preview' && path !== null && <PreviewDialog path={path} note={undefined} onClose={close} />}
    </li>
  );
}

type ActionsProps = {
  slot: AdminPictureSlot;
  change: ReturnType<typeof usePictureSlotChange>;
  onOpen: (dialog: SlotDialog) => void;
};

function SlotActions({ slot, change, onOpen }: ActionsProps) {
  const { isPending, publish, reset } = change;
  const name = slotName(slot.id);
  const state = contentState(slot);
  const hasNoWords = isUndescribed(altOf(slot));
  const button = (label: string, onClick: () => void) => (
    <Button size="small" variant="quiet" disabled={isPending} aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {button(slot.picture ? m.admin_story_picture_change() : m.admin_product_picture_add(), () => onOpen('choose'))}
      {mediaIdOf(slot.picture) !== null &&
        button(hasNoWords ? m.admin_pictures_undescribed() : m.admin_pictures_describe(), () => onOpen('describe'))}
      {state === 'draft' && slotPath(slot.id) !== null && button(m.admin_site_preview(), () => onOpen('preview'))}
      {state !== 'default' && button(m.admin_text_reset(), reset)}
      {state === 'draft' && (
        <Button
          size="small"
          isPending={isPending}
          aria-label={m.admin_publish_one_of({ name })}
          onClick={hasNoWords ? () => onOpen('describe-to-publish') : publish}
        >
          {m.admin_publish_one()}
        </Button>
      )}
    </div>
  );
}
