import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import {
  faultInPlace,
  type StoreLocation,
  type StoreLocationInput,
  storeLocationInputSchema,
} from '#shared/stores/stores.ts';
import { toast } from '../../../ui/toast.ts';
import { issueText } from '../kit/form/issue-text.ts';
import { useDraft } from '../kit/use-draft.tsx';
import type { StorePrefill } from '../slots.ts';
import { useSaveLocation, useStoreLocations } from './api.ts';
import { toCoordinate } from './coordinate.ts';
import { SAVE_QUESTIONS, type SaveQuestion } from './save-question.tsx';
import { useGeocode } from './use-geocode.ts';

export type StoreFormProps = {
  /** The location to change; a new one when left out. */
  location?: StoreLocation;
  prefill?: StorePrefill;
  onClose: () => void;
};

const storeOf = ({ name, address, storeType, latitude, longitude }: StoreLocation) => ({
  name,
  address,
  storeType,
  latitude,
  longitude,
});

/** The form of a store: its values, its draft, and the questions before a save. */
export function useStoreForm({ location, prefill, onClose }: StoreFormProps) {
  const leave = () => {
    draft.clearDraft();
    onClose();
  };
  const save = useSaveLocation(location?.id ?? null, leave);
  const { data: stores } = useStoreLocations();
  const [question, setQuestion] = useState<{ kind: SaveQuestion; input: StoreLocationInput } | null>(null);
  /** The address that the coordinates belong to. */
  const [placed, setPlaced] = useState(location?.address ?? '');
  const isSaving = useRef(false);
  const form = useForm({
    resolver: zodResolver(storeLocationInputSchema),
    defaultValues: {
      name: location?.name ?? prefill?.name ?? '',
      address: location?.address ?? prefill?.address ?? '',
      storeType: location?.storeType ?? prefill?.storeType ?? '',
      latitude: Number(location?.latitude ?? 0) as number | string,
      longitude: Number(location?.longitude ?? 0) as number | string,
    },
  });
  const { register, handleSubmit, formState, watch, setValue, getValues, setError } = form;
  const draft = useDraft({
    key: `store:${location?.id ?? `new:${prefill?.name ?? ''}`}`,
    form,
    row: location ?? null,
    snapshotOf: storeOf,
  });
  const { errors } = formState;
  const [address, latitude, longitude, storeType] = watch(['address', 'latitude', 'longitude', 'storeType']);

  const geocoding = useGeocode((found, place) => {
    setPlaced(found);
    setValue('latitude', place.latitude, { shouldValidate: true });
    setValue('longitude', place.longitude, { shouldValidate: true });
  });
  const isStale = placed !== '' && plain(placed) !== plain(address);
  /** Two clicks before the first answer are one save. */
  function store(input: StoreLocationInput) {
    if (isSaving.current) return;
    isSaving.current = true;
    // What is odd about the place was asked by now.
    const isAccepted = faultInPlace(input) !== null;
    save.mutate(
      { input: isAccepted ? { ...input, acceptPlace: true } : input, save: draft.save },
      {
        onSettled: () => {
          isSaving.current = false;
        },
      },
    );
  }
  function onSave(input: StoreLocationInput, answered: readonly SaveQuestion[]) {
    if (input.latitude === 0 && input.longitude === 0) {
      setError('latitude', { message: 'unplaced' }, { shouldFocus: true });
      return;
    }
    const isTwin = stores?.some(
      ({ id, name, address }) =>
        id !== location?.id && plain(name) === plain(input.name) && plain(address) === plain(input.address),
    );
    const isMoved = input.latitude !== Number(location?.latitude) || input.longitude !== Number(location?.longitude);
    const isAsked = { place: isMoved && faultInPlace(input) !== null, stale: isStale, twin: isTwin };
    const kind = SAVE_QUESTIONS.find((each) => isAsked[each] && !answered.includes(each));
    if (kind) setQuestion({ kind, input });
    else store(input);
  }

  const onInvalid = () => {
    if (getValues(['name', 'address', 'storeType']).some((value) => value.trim() === '')) {
      toast({ title: m.admin_missing_title(), description: m.admin_missing_fields(), variant: 'destructive' });
    }
  };
  const degrees = (name: 'latitude' | 'longitude') => ({
    // The decimal keypad of an iPhone has no minus key.
    inputMode: 'text' as const,
    autoComplete: 'off',
    required: true,
    error: errors[name]?.message === 'unplaced' ? m.admin_location_unplaced() : issueText(errors[name]?.message),
    ...register(name, {
      onChange: () => setPlaced(getValues('address')),
      setValueAs: toCoordinate,
      onBlur: () => setValue(name, toCoordinate(getValues(name)), { shouldValidate: formState.isSubmitted }),
    }),
  });
  /** @param answered questions that the owner has already answered with "save" */
  const onSubmit = (answered: readonly SaveQuestion[] = []) =>
    handleSubmit((input) => onSave(input as StoreLocationInput, answered), onInvalid);
  const takeStored = (current: StoreLocation) => {
    const { latitude, longitude } = current;
    setPlaced(current.address);
    draft.take(current, { ...storeOf(current), latitude: Number(latitude), longitude: Number(longitude) });
    save.reset();
  };

  return {
    register,
    errors,
    values: { address, latitude, longitude, storeType },
    degrees,
    draft,
    save,
    geocoding: { isSearching: geocoding.isSearching, search: () => void geocoding.search(getValues('address')) },
    isStale,
    question,
    setQuestion,
    onSave,
    onSubmit,
    takeStored,
    leave,
  };
}

/** Normalises names and addresses for a comparison: lower case, single spaces. */
function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
