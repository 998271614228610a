import { useState } from 'react';
import { type ImageName, images } from '#brand/images.ts';
import * as m from '#messages';
import type { AdminPlace } from '#shared/content/picture-places.ts';
import { mediaIdOf } from '#shared/content/picture-ref.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { Button } from '../../../../ui/button.tsx';
import type { StatusLabels } from '../../kit/labels.ts';
import { lazyDialog } from '../../kit/lazy.tsx';
import { StatusBadge } from '../../kit/status.tsx';
import { isUndescribed } from '../../media/picture-names.ts';
import { PictureEditor, PicturePicker } from '../../media/picture-picker.ts';
import { PictureThumb } from '../../media/picture-thumb.tsx';
import { PanelHead } from '../panel-head.tsx';
import type { PreviewDialogProps } from '../preview-dialog.tsx';
import { usePlaceChange } from '../use-place-change.ts';
import { placeName } from './names.ts';

const PreviewDialog = lazyDialog<PreviewDialogProps>(() => import('../preview-dialog.tsx'));

const placeStates: StatusLabels<'default' | 'draft' | 'custom'> = {
  default: { tone: 'yellow', label: m.admin_text_default },
  draft: { tone: 'blue', label: m.admin_product_unpublished },
  custom: { tone: 'green', label: m.admin_text_custom },
};
const stateOf = ({ changed, isCustom }: AdminPlace) => (changed.length > 0 ? 'draft' : isCustom ? 'custom' : 'default');

/** The page that shows a place, by the prefix of its id; the page for unknown paths has no preview. */
const PAGES: readonly (readonly [RegExp, string])[] = [
  [/^(hero|home)/, '/'],
  [/^about/, '/about'],
  [/^(product|ingredients)/, '/product'],
  [/^contact/, '/contact'],
  [/^wholesale/, '/wholesale'],
];
const placePath = (id: string) => PAGES.find(([begins]) => begins.test(id))?.[1] ?? null;

type Props = {
  places: readonly AdminPlace[];
  /** The place whose picture choice opens at once. */
  opened?: string;
  onClose: () => void;
};

/** The pictures of the pages, each with its place and a button to change it. */
export default function PlacesScreen({ places, opened, onClose }: Props) {
  return (
    <section aria-labelledby="places-title" className="panel policy-form">
      <PanelHead id="places-title" title={m.admin_places_title()} onClose={onClose} />
      <p className="text-ink-soft">{m.admin_places_hint()}</p>
      <ul className="change-list">
        {places.map((place) => (
          <PlaceRow key={place.id} place={place} isOpened={place.id === opened} />
        ))}
      </ul>
    </section>
  );
}

const altOf = ({ picture, pictures }: AdminPlace) => (images[picture as ImageName] ?? pictures[picture])?.alt;

/** The dialogs of a row; `describe-to-publish` publishes once the picture is described. */
type PlaceDialog = 'choose' | 'describe' | 'describe-to-publish' | 'preview';

function PlaceRow({ place, isOpened }: { place: AdminPlace; isOpened: boolean }) {
  const language = useLanguage();
  const change = usePlaceChange(place);
  const [open, setOpen] = useState<PlaceDialog | null>(isOpened ? 'choose' : null);
  const close = () => setOpen(null);
  const { id, picture, pictures } = place;
  const name = placeName(id);
  const state = stateOf(place);
  const path = placePath(id);
  const alt = altOf(place);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <PictureThumb name={picture} pictures={pictures} className="is-large" />
      <div className="min-w-40 flex-1">
        <h3>{name}</h3>
        {alt && <p className="text-sm text-ink-soft">{alt[language]}</p>}
        {state !== 'default' && <StatusBadge status={state} labels={placeStates} />}
      </div>
      <PlaceActions place={place} change={change} onOpen={setOpen} />
      {open === 'choose' && (
        <PicturePicker
          shown={[]}
          most={1}
          onAdd={([chosen]) => {
            if (chosen) change.choose(chosen);
            close();
          }}
          onClose={close}
        />
      )}
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
  place: AdminPlace;
  change: ReturnType<typeof usePlaceChange>;
  onOpen: (dialog: PlaceDialog) => void;
};

function PlaceActions({ place, change, onOpen }: ActionsProps) {
  const { isPending, publish, reset } = change;
  const name = placeName(place.id);
  const state = stateOf(place);
  const hasNoWords = isUndescribed(altOf(place));
  const button = (label: string, onClick: () => void) => (
    <Button size="small" variant="quiet" disabled={isPending} aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {button(place.picture ? m.admin_story_picture_change() : m.admin_product_picture_add(), () => onOpen('choose'))}
      {mediaIdOf(place.picture) !== null &&
        button(hasNoWords ? m.admin_pictures_undescribed() : m.admin_pictures_describe(), () => onOpen('describe'))}
      {state === 'draft' && placePath(place.id) !== null && button(m.admin_site_preview(), () => onOpen('preview'))}
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
