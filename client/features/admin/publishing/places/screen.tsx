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

/** The page that shows a place, by the beginning of its id; that of unknown addresses has no preview. */
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
  /** Whose pictures to choose from are shown at once. */
  opened?: string;
  onClose: () => void;
};

/** The pictures of the pages, each with what stands there and the way to another. */
export default function PlacesScreen({ places, opened, onClose }: Props) {
  return (
    <section aria-labelledby="places-title" className="panel policy-form">
      <button type="button" className="text-button justify-self-start" onClick={onClose}>
        {m.admin_policy_back()}
      </button>
      <h2 id="places-title">{m.admin_places_title()}</h2>
      <p className="text-ink-soft">{m.admin_places_hint()}</p>
      <ul className="change-list">
        {places.map((place) => (
          <PlaceRow key={place.id} place={place} isOpened={place.id === opened} />
        ))}
      </ul>
    </section>
  );
}

function PlaceRow({ place, isOpened }: { place: AdminPlace; isOpened: boolean }) {
  const language = useLanguage();
  const { isPending, choose, publish, reset } = usePlaceChange(place);
  const [open, setOpen] = useState<'choose' | 'describe' | 'describe-to-publish' | 'preview' | null>(
    isOpened ? 'choose' : null,
  );
  const close = () => setOpen(null);
  const { id, picture, pictures } = place;
  const name = placeName(id);
  const state = stateOf(place);
  const path = placePath(id);
  const alt = (images[picture as ImageName] ?? pictures[picture])?.alt;
  const button = (label: string, onClick: () => void) => (
    <Button size="small" variant="quiet" disabled={isPending} aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <PictureThumb name={picture} pictures={pictures} className="is-large" />
      <div className="min-w-40 flex-1">
        <h3>{name}</h3>
        {alt && <p className="text-sm text-ink-soft">{alt[language]}</p>}
        {state !== 'default' && <StatusBadge status={state} labels={placeStates} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {button(m.admin_story_picture_change(), () => setOpen('choose'))}
        {mediaIdOf(picture) !== null &&
          button(isUndescribed(alt) ? m.admin_pictures_undescribed() : m.admin_pictures_describe(), () =>
            setOpen('describe'),
          )}
        {state === 'draft' && path !== null && button(m.admin_site_preview(), () => setOpen('preview'))}
        {state !== 'default' && button(m.admin_text_reset(), reset)}
        {state === 'draft' && (
          <Button
            size="small"
            isPending={isPending}
            aria-label={m.admin_publish_one_of({ name })}
            onClick={isUndescribed(alt) ? () => setOpen('describe-to-publish') : publish}
          >
            {m.admin_publish_one()}
          </Button>
        )}
      </div>
      {open === 'choose' && (
        <PicturePicker
          shown={[]}
          most={1}
          onAdd={([chosen]) => {
            if (chosen) choose(chosen);
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
          // Who pressed Publish has to press nothing else once the picture is described.
          next={open === 'describe' ? undefined : { label: m.admin_picture_save_publish(), run: publish }}
        />
      )}
      {open === 'preview' && path !== null && <PreviewDialog path={path} note={undefined} onClose={close} />}
    </li>
  );
}
