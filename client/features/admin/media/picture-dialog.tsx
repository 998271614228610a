import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as m from '#messages';
import { MAX_ALT, type Media } from '#shared/content/media.ts';
import { forEachLanguage, LANGUAGES, type Language } from '#shared/core/language.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { ConflictNotice } from '../kit/conflict-notice.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { labelInLanguage } from '../kit/form/label-in-language.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { DraftNotice, useDraft } from '../kit/use-draft.tsx';
import { nameOfUse } from '../publishing/picture-slots/names.ts';
import { useDeletePicture, useSavePicture } from './api.ts';

const FocalPoint = lazyPanel(() => import('./focal-point.tsx'));

/** The action after saving a description, with the label of its button. */
export type NextStep = { label: string; run: () => void };

type Props = {
  media: Media;
  next?: NextStep | undefined;
  onDeleted: () => void;
  onClose: () => void;
};

/** One field per language, so that a form's draft can compare them. */
type Values = Record<`alt_${Language}`, string> & { x: number; y: number };

function valuesOf({ alt, focal: [x, y] }: Media): Values {
  const texts = LANGUAGES.map((language) => [`alt_${language}`, alt[language]]);
  return { ...(Object.fromEntries(texts) as Record<`alt_${Language}`, string>), x, y };
}

const snapshotOf = (media: Media) =>
  Object.fromEntries(Object.entries(valuesOf(media)).map(([name, value]) => [name, String(value)]));

const altFacts = ({ alt }: Media) =>
  LANGUAGES.map((language) => [labelInLanguage(m.admin_picture_alt(), language), alt[language]] as const);

/** The description of an uploaded picture in all languages, and its focal point. */
export default function PictureDialog({ media, next, onDeleted, onClose }: Props) {
  const { uses } = media;
  const [isAsking, setIsAsking] = useState(false);
  const { form, draft, save, remove, onSubmit, takeStored } = usePictureForm({ media, next, onDeleted, onClose });
  return (
    <Dialog title={m.admin_picture_title()} description={media.name} onClose={onClose}>
      <form
        noValidate
        className="mt-5 grid gap-5"
        onSubmit={(event) => {
          // React would pass it to the form that opened this dialog.
          event.stopPropagation();
          void onSubmit(event);
        }}
      >
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <PictureFields form={form} media={media} />
        <ConflictNotice<Media>
          error={save.error}
          facts={altFacts}
          onMine={draft.saveOver(onSubmit)}
          onTheirs={takeStored}
        />
        {uses.length > 0 && (
          <p className="text-sm text-ink-soft">{m.admin_picture_uses({ names: uses.map(nameOfUse).join(', ') })}</p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          {uses.length === 0 && (
            <Button variant="danger" size="small" className="mr-auto" onClick={() => setIsAsking(true)}>
              {m.admin_delete()}
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={draft.leave}>
            {m.admin_cancel()}
          </Button>
          <Button type="submit" size="small" isPending={save.isPending}>
            {save.isPending ? m.admin_saving() : (next?.label ?? m.admin_picture_save())}
          </Button>
        </div>
      </form>
      {isAsking && (
        <ConfirmDialog
          title={m.admin_picture_delete_title()}
          text={m.admin_picture_delete_text()}
          confirm={m.admin_delete()}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(media)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  );
}

function PictureFields({ form, media }: { form: UseFormReturn<Values>; media: Media }) {
  const { register, watch, setValue, formState } = form;
  const [x, y] = watch(['x', 'y']);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {LANGUAGES.map((language) => (
          <TextAreaField
            key={language}
            label={labelInLanguage(m.admin_picture_alt(), language)}
            lang={language}
            required
            rows={3}
            maxLength={MAX_ALT}
            hint={m.admin_picture_alt_hint()}
            error={formState.errors[`alt_${language}`] && m.admin_picture_alt_missing()}
            {...register(`alt_${language}`, { validate: (text) => text.trim() !== '' })}
          />
        ))}
      </div>
      <FocalPoint
        media={media}
        point={[Number(x), Number(y)]}
        onChange={([left, top]) => {
          setValue('x', left, { shouldDirty: true });
          setValue('y', top, { shouldDirty: true });
        }}
      />
    </>
  );
}

function usePictureForm({ media, next, onDeleted, onClose }: Props) {
  const { id } = media;
  const save = useSavePicture(id, () => {
    draft.leave();
    next?.run();
  });
  const remove = useDeletePicture(() => {
    onDeleted();
    draft.leave();
  });
  const form = useForm<Values>({ defaultValues: valuesOf(media) });
  const draft = useDraft<Values, Media>({ key: `picture:${id}`, form, row: media, snapshotOf, onClose });
  const onSubmit = form.handleSubmit((values) => {
    const alt = forEachLanguage((language) => values[`alt_${language}`].trim());
    save.mutate({ change: { alt, focal: [Number(values.x), Number(values.y)] }, save: draft.save });
  });
  const takeStored = (current: Media) => {
    draft.take(current, valuesOf(current));
    save.reset();
  };
  return { form, draft, save, remove, onSubmit, takeStored };
}
