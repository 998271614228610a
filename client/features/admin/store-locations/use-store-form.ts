import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import {
  faultInPlace,
  type StoreLocation,
  type StoreLocationInput,
  storeLocationInputSchema,
} from '#shared/stores/stores.ts';
import { toast } from '../../../ui/toast.ts';
import type { StorePrefill } from '../kit/admin-screen.ts';
import { plainText } from '../kit/plain-text.ts';
import { useDraft } from '../kit/use-draft.tsx';
import { useSingleSave } from '../kit/use-single-save.ts';
import { useSaveLocation, useStoreLocations } from './api.ts';
import { SAVE_QUESTIONS, type SaveQuestion } from './save-question.tsx';
import { useCoordinates } from './use-coordinates.ts';
import { snapshotOf, valuesOf } from './values.ts';

export type StoreFormProps = {
  /** The location to change; a new one if omitted. */
  location?: StoreLocation;
  prefill?: StorePrefill;
  onClose: () => void;
};

/** The form of a store: its values, its draft, and the questions before a save. */
export function useStoreForm({ location, prefill, onClose }: StoreFormProps) {
  const save = useSaveLocation(location?.id ?? null, prefill?.inquiryId, () => draft.leave());
  const { data: stores = [] } = useStoreLocations();
  const [question, setQuestion] = useState<{ kind: SaveQuestion; input: StoreLocationInput } | null>(null);
  const form = useForm({
    resolver: zodResolver(storeLocationInputSchema),
    defaultValues: valuesOf(location, prefill),
  });
  const { register, handleSubmit, formState, watch, getValues, setError } = form;
  const draft = useDraft({
    key: `store:${location?.id ?? `new:${prefill?.name ?? ''}`}`,
    form,
    row: location ?? null,
    snapshotOf,
    onClose,
  });
  const coordinates = useCoordinates(form, location?.address ?? '');
  const saveOnce = useSingleSave(save);

  function onSave(input: StoreLocationInput, answered: readonly SaveQuestion[]) {
    if (input.latitude === 0 && input.longitude === 0) {
      setError('latitude', { message: 'unplaced' });
      return;
    }
    const isAsked = questionsAbout(input, location, stores, coordinates.isStale);
    const kind = SAVE_QUESTIONS.find((each) => isAsked[each] && !answered.includes(each));
    if (kind) return setQuestion({ kind, input });
    // The owner has already confirmed the implausible place.
    const acceptPlace = faultInPlace(input) !== null && { acceptPlace: true };
    saveOnce({ input: { ...input, ...acceptPlace }, save: draft.save });
  }
  const onInvalid = () => {
    if (getValues(['name', 'address', 'storeType']).some((value) => value.trim() === '')) {
      toast({ title: m.admin_missing_title(), description: m.admin_missing_fields(), variant: 'destructive' });
    }
  };

  return {
    register,
    errors: formState.errors,
    values: watch(),
    coordinates,
    others: stores
      .filter(({ id }) => id !== location?.id)
      .map(({ latitude, longitude }) => ({ latitude: Number(latitude), longitude: Number(longitude) })),
    draft,
    save,
    question,
    setQuestion,
    onSave,
    /** @param answered questions that the owner has already answered with "save" */
    onSubmit: (answered: readonly SaveQuestion[] = []) => handleSubmit((input) => onSave(input, answered), onInvalid),
    takeStored: (current: StoreLocation) => {
      coordinates.setPlaced(current.address);
      draft.take(current, valuesOf(current));
      save.reset();
    },
  };
}

/** The questions before this is saved. */
function questionsAbout(
  input: StoreLocationInput,
  location: StoreLocation | undefined,
  stores: readonly StoreLocation[],
  isStale: boolean,
): Readonly<Record<SaveQuestion, boolean>> {
  const isTwin = stores.some(
    ({ id, name, address }) =>
      id !== location?.id &&
      plainText(name) === plainText(input.name) &&
      plainText(address) === plainText(input.address),
  );
  const isMoved = input.latitude !== Number(location?.latitude) || input.longitude !== Number(location?.longitude);
  return { place: isMoved && faultInPlace(input) !== null, stale: isStale, twin: isTwin };
}
