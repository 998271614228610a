import { type ReactNode, useState } from 'react';
import { type ImageName, images } from '#brand/images.ts';
import * as m from '#messages';
import type { Media } from '#shared/content/media.ts';
import { mediaRef } from '#shared/content/picture-ref.ts';
import { useLanguage } from '../../../lib/language.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { AdminIcon } from '../kit/admin-icons.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { lazyDialog } from '../kit/lazy.tsx';
import { LoadError, Skeleton } from '../kit/load-states.tsx';
import { thumbnailOf, useLibrary } from './media-library.ts';
import { describeLabel, isUndescribed } from './picture-names.ts';
import { UploadArea } from './upload-area.tsx';

const PictureDialog = lazyDialog(() => import('./picture-dialog.tsx'));
const GRID = 'mt-2 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3 *:min-w-0';
const OPTION =
  'relative block w-full overflow-hidden rounded-field bg-tint outline-offset-2 aria-disabled:cursor-default aria-disabled:opacity-45 aria-pressed:shadow-[0_0_0_3px_var(--color-brand)] [&_img]:aspect-4/3 [&_img]:w-full [&_img]:object-cover';
const OF_BRAND = Object.keys(images) as ImageName[];

type Props = {
  /** The names already in the slot, which takes `most` in all. */
  shown: readonly string[];
  most: number;
  onAdd: (names: readonly string[]) => void;
  onClose: () => void;
};

/** Chooses pictures for a slot: new ones from this device, those of the library, and the brand's own. */
export default function PickerDialog({ shown, most, onAdd, onClose }: Props) {
  const language = useLanguage();
  const [edited, setEdited] = useState<string | null>(null);
  const { chosen, left, isOne, choose, takeUpload, drop, positionOf } = useChosen(shown, most);
  const editedPicture = useLibrary().data?.find(({ id }) => id === edited);
  const optionOf = (name: string) => ({
    position: positionOf(name),
    isFull: !isOne && left === 0 && !chosen.includes(name),
    onChoose: () => choose(name),
  });
  return (
    <Dialog kind="drawer" title={m.admin_pictures_title()} onClose={onClose}>
      <UploadArea onAdded={takeUpload} />
      <LibraryPictures shown={shown} optionOf={optionOf} onEdit={setEdited} />
      <h3 className="mt-6 font-semibold">{m.admin_pictures_brand()}</h3>
      <ul className={GRID}>
        {OF_BRAND.filter((name) => !shown.includes(name)).map((name) => (
          <li key={name}>
            <PictureOption {...optionOf(name)} label={images[name].alt[language]}>
              <Picture name={name} sizes="9rem" isDecorative />
            </PictureOption>
          </li>
        ))}
      </ul>
      {/* Covers the sheet's padding at its end. */}
      <div className="sticky -bottom-8 z-2 mt-6 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-ground pt-3 pb-4">
        <p role="status" className="flex-1 text-sm text-ink-soft empty:hidden">
          {left === 0 && !isOne ? m.admin_pictures_full({ count: most }) : ''}
        </p>
        <Button size="small" variant="quiet" onClick={onClose}>
          {m.admin_cancel()}
        </Button>
        <Button size="small" disabled={chosen.length === 0} onClick={() => onAdd(chosen)}>
          {isOne ? m.admin_pictures_use() : m.admin_pictures_add({ count: chosen.length })}
        </Button>
      </div>
      {editedPicture && (
        <PictureDialog
          key={editedPicture.id}
          media={editedPicture}
          onDeleted={() => drop(mediaRef(editedPicture.id))}
          onClose={() => setEdited(null)}
        />
      )}
    </Dialog>
  );
}

type LibraryProps = {
  shown: readonly string[];
  optionOf: (name: string) => Pick<OptionProps, 'position' | 'isFull' | 'onChoose'>;
  onEdit: (id: string) => void;
};

/** The uploaded pictures, each with its description. */
function LibraryPictures({ shown, optionOf, onEdit }: LibraryProps) {
  const language = useLanguage();
  const library = useLibrary();
  return (
    <>
      <h3 className="mt-6 font-semibold">{m.admin_pictures_library()}</h3>
      {library.isPending && <Skeleton rows={2} />}
      {library.error && <LoadError error={library.error} onRetry={() => void library.refetch()} />}
      {library.data?.length === 0 && <p className="mt-1 text-ink-soft">{m.admin_pictures_none()}</p>}
      <ul className={GRID}>
        {library.data
          ?.filter(({ id }) => !shown.includes(mediaRef(id)))
          .map((media) => (
            <li key={media.id}>
              <PictureOption {...optionOf(mediaRef(media.id))} label={media.alt[language] || media.name}>
                <img src={thumbnailOf(media.id, media)} alt="" loading="lazy" style={placed(media)} />
              </PictureOption>
              <EditPicture media={media} onEdit={() => onEdit(media.id)} />
            </li>
          ))}
      </ul>
    </>
  );
}

/** The chosen pictures, in addition to those already shown, up to `most` in all. */
function useChosen(shown: readonly string[], most: number) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const left = most - shown.length - chosen.length;
  // If only one fits, another choice replaces it.
  const isOne = most === 1;
  return {
    chosen,
    left,
    isOne,
    choose(name: string): void {
      if (chosen.includes(name)) setChosen(chosen.filter((each) => each !== name));
      else if (isOne) setChosen([name]);
      else if (left > 0) setChosen([...chosen, name]);
    },
    /** Several uploads may end before the next rendering. */
    takeUpload: ({ id }: Media) =>
      setChosen((before) => {
        if (isOne) return [mediaRef(id)];
        return shown.length + before.length < most ? [...before, mediaRef(id)] : before;
      }),
    drop: (name: string) => setChosen(chosen.filter((each) => each !== name)),
    positionOf(name: string): number | 'only' {
      const position = chosen.indexOf(name) + 1;
      return isOne && position > 0 ? 'only' : position;
    },
  };
}

const placed = ({ focal: [x, y] }: Pick<Media, 'focal'>) => ({ objectPosition: `${x}% ${y}%` });

type OptionProps = {
  label: string;
  /** Its position among the chosen ones, from 1; 0 when it is not chosen. */
  position: number | 'only';
  isFull: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function PictureOption({ label, position, isFull, onChoose, children }: OptionProps) {
  return (
    <button
      type="button"
      className={OPTION}
      aria-pressed={position !== 0}
      aria-disabled={isFull || undefined}
      aria-label={label}
      onClick={onChoose}
    >
      {children}
      {position !== 0 && position !== 'only' && (
        <span
          aria-hidden="true"
          className="absolute top-[0.4rem] right-[0.4rem] grid size-7 place-items-center rounded-full bg-brand text-[0.9rem] font-bold text-ground"
        >
          {position}
        </span>
      )}
    </button>
  );
}

/** The picture's description, or that it has none; opens its form. */
function EditPicture({ media: { alt, name }, onEdit }: { media: Media; onEdit: () => void }) {
  const language = useLanguage();
  return (
    <button
      type="button"
      className="flex min-h-11 w-full items-center gap-[0.35rem] text-left text-[0.85rem] hover:underline"
      aria-label={describeLabel(alt, alt[language] || name)}
      onClick={onEdit}
    >
      {isUndescribed(alt) ? (
        <>
          <Icon name="alert" className="size-4 shrink-0 text-brand" />
          {m.admin_pictures_undescribed()}
        </>
      ) : (
        <>
          <AdminIcon name="pencil" className="size-4 shrink-0" />
          <span className="truncate">{alt[language]}</span>
        </>
      )}
    </button>
  );
}
