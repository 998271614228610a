import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import { type StoreLocation, type StoreLocationInput, storeLocationInputSchema } from '#shared/stores.ts';
import { STORE_TYPES } from '#shared/wholesale.ts';
import { storeTypeText } from '../../../lib/store-type.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConflictNotice } from '../conflict-notice.tsx';
import { Dialog } from '../dialog.tsx';
import { issueText } from '../issue-text.ts';
import type { StorePrefill } from '../slots.ts';
import { DraftNotice, useDraft } from '../use-draft.tsx';
import { AddressField } from './address-field.tsx';
import { useSaveLocation, useStoreLocations } from './api.ts';
import { formatCoordinates, toCoordinate } from './coordinate.ts';
import { PinMap } from './pin-map.tsx';
import { type SaveQuestion, SaveQuestionDialog } from './save-question.tsx';
import { useGeocode } from './use-geocode.ts';

type Props = {
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

/** Adds or edits a store location (docs/specification.md#stores). */
export default function StoreDialog({ location, prefill, onClose }: Props) {
  const save = useSaveLocation(location?.id ?? null, () => {
    draft.letGo();
    onClose();
  });
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
    save.mutate(
      { input, save: draft.save },
      {
        onSettled: () => {
          isSaving.current = false;
        },
      },
    );
  }
  function onSave(input: StoreLocationInput, answered: readonly SaveQuestion[] = []) {
    if (input.latitude === 0 && input.longitude === 0) {
      setError('latitude', { message: 'unplaced' }, { shouldFocus: true });
      return;
    }
    const isTwin = stores?.some(
      ({ id, name, address }) =>
        id !== location?.id && plain(name) === plain(input.name) && plain(address) === plain(input.address),
    );
    const kind =
      isStale && !answered.includes('stale') ? 'stale' : isTwin && !answered.includes('twin') ? 'twin' : null;
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
  const types: readonly string[] = STORE_TYPES;

  return (
    <Dialog title={location ? m.admin_location_edit_title() : m.admin_location_add_title()} onClose={onClose}>
      <form
        noValidate
        className="mt-5 grid gap-5"
        onSubmit={handleSubmit((input) => onSave(input as StoreLocationInput), onInvalid)}
      >
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        <TextField
          label={m.admin_location_name()}
          required
          data-autofocus
          autoComplete="off"
          error={issueText(errors.name?.message)}
          {...register('name')}
        />
        <AddressField
          isEmpty={address.trim() === ''}
          isSearching={geocoding.isSearching}
          onSearch={() => void geocoding.search(getValues('address'))}
          error={issueText(errors.address?.message)}
          {...register('address')}
        />
        <SelectField
          label={m.admin_location_type()}
          required
          error={issueText(errors.storeType?.message)}
          {...register('storeType')}
        >
          <option value="">{m.admin_location_type_choose()}</option>
          {[...types, ...(storeType && !types.includes(storeType) ? [storeType] : [])].map((type) => (
            <option key={type} value={type}>
              {storeTypeText(type)}
            </option>
          ))}
        </SelectField>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={m.admin_location_latitude()} {...degrees('latitude')} />
          <TextField label={m.admin_location_longitude()} {...degrees('longitude')} />
        </div>
        {isStale && (
          <p role="status" className="font-semibold text-guayaba">
            {m.admin_location_stale()}
          </p>
        )}
        <PinMap latitude={toCoordinate(latitude)} longitude={toCoordinate(longitude)} />
        <ConflictNotice<StoreLocation>
          error={save.error}
          facts={(current) => [
            [m.admin_location_name(), current.name],
            [m.admin_location_address(), current.address],
            [m.admin_location_type(), storeTypeText(current.storeType)],
            [m.admin_col_coordinates(), formatCoordinates(current.latitude, current.longitude)],
          ]}
          onMine={(current) => {
            draft.startFrom(current);
            void handleSubmit((input) => onSave(input as StoreLocationInput, ['stale', 'twin']), onInvalid)();
          }}
          onTheirs={(current) => {
            const { latitude, longitude } = current;
            setPlaced(current.address);
            draft.take(current, { ...storeOf(current), latitude: Number(latitude), longitude: Number(longitude) });
            save.reset();
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              draft.letGo();
              onClose();
            }}
          >
            {m.admin_cancel()}
          </Button>
          <Button type="submit" size="small" isPending={save.isPending}>
            {save.isPending ? m.admin_saving() : location ? m.admin_location_update() : m.admin_location_create()}
          </Button>
        </div>
      </form>
      {question && (
        <SaveQuestionDialog
          question={question.kind}
          onSave={() => {
            setQuestion(null);
            onSave(question.input, question.kind === 'stale' ? ['stale'] : ['stale', 'twin']);
          }}
          onClose={() => setQuestion(null)}
        />
      )}
    </Dialog>
  );
}

/** Normalises names and addresses for a comparison: lower case, single spaces. */
function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
