import { zodResolver } from '@hookform/resolvers/zod';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import { type StoreLocation, type StoreLocationInput, storeLocationInputSchema } from '#shared/stores.ts';
import { STORE_TYPES } from '#shared/wholesale.ts';
import { storeTypeText } from '../../../lib/store-type.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { ConflictNotice } from '../conflict-notice.tsx';
import { Dialog } from '../dialog.tsx';
import { issueText } from '../issue-text.ts';
import type { StorePrefill } from '../slots.ts';
import { DraftNotice, useDraft } from '../use-draft.tsx';
import { useSaveLocation, useStoreLocations } from './api.ts';
import { formatCoordinates, toCoordinate } from './coordinate.ts';
import { geocode } from './geocode.ts';
import { PinMap } from './pin-map.tsx';

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

/** Add and edit a store location: the specification, 2 and 5. */
export default function StoreDialog({ location, prefill, onClose }: Props) {
  const save = useSaveLocation(location?.id ?? null, () => {
    draft.letGo();
    onClose();
  });
  const [isSearching, setIsSearching] = useState(false);
  const { data: stores } = useStoreLocations();
  /** What is asked before a save: `stale` coordinates of another address, `twin` a store that is there already. */
  const [question, setQuestion] = useState<{ kind: 'stale' | 'twin'; input: StoreLocationInput } | null>(null);
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

  async function onGeocode() {
    const text = getValues('address').trim();
    if (text === '') {
      toast({
        title: m.admin_geocode_required_title(),
        description: m.admin_geocode_required_text(),
        variant: 'destructive',
      });
      return;
    }
    setIsSearching(true);
    try {
      const found = await geocode(text);
      if (found) {
        setPlaced(text);
        setValue('latitude', found.latitude, { shouldValidate: true });
        setValue('longitude', found.longitude, { shouldValidate: true });
        const [lat, lon] = formatCoordinates(found.latitude, found.longitude).split(', ');
        toast({
          title: m.admin_geocode_found_title(),
          description: m.admin_geocode_found_text({ latitude: lat ?? '', longitude: lon ?? '' }),
        });
      } else {
        toast({
          title: m.admin_geocode_not_found_title(),
          description: m.admin_geocode_not_found_text(),
          variant: 'destructive',
        });
      }
    } catch {
      toast({
        title: m.admin_geocode_failed_title(),
        description: m.admin_geocode_failed_text(),
        variant: 'destructive',
      });
    } finally {
      setIsSearching(false);
    }
  }

  /** Enter in the address looks it up: saving would take coordinates that do not fit yet. */
  function onAddressKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isSearching) void onGeocode();
  }

  const isStale = placed !== '' && plain(placed) !== plain(address);
  /** Two presses before the first answer are one save. */
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
  function onSave(input: StoreLocationInput, answered: readonly ('stale' | 'twin')[] = []) {
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
    // The decimal keypad of an iPhone has no minus.
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
        <div>
          <div className="flex items-start gap-2">
            <TextField
              fieldClass="min-w-0 flex-1"
              label={m.admin_location_address()}
              required
              autoComplete="off"
              error={issueText(errors.address?.message)}
              onKeyDown={onAddressKey}
              {...register('address')}
            />
            <button
              type="button"
              className="icon-button mt-8 size-12 border-2 border-current disabled:opacity-50"
              aria-label={m.admin_geocode_button()}
              data-tooltip
              aria-busy={isSearching || undefined}
              disabled={isSearching || address.trim() === ''}
              onClick={() => void onGeocode()}
            >
              <Icon name="pin" />
            </button>
          </div>
          <p className="mt-1.5 text-sm text-cafecito-soft">
            {m.admin_geocode_source()}{' '}
            <a className="link" href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
              {m.admin_geocode_attribution()}
            </a>
          </p>
        </div>
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
        <ConfirmDialog
          title={question.kind === 'stale' ? m.admin_location_stale_title() : m.admin_location_twin_title()}
          text={question.kind === 'stale' ? m.admin_location_stale() : m.admin_location_twin_text()}
          confirm={m.admin_tracking_odd_save()}
          cancel={m.admin_tracking_odd_back()}
          onConfirm={() => {
            setQuestion(null);
            onSave(question.input, question.kind === 'stale' ? ['stale'] : ['stale', 'twin']);
          }}
          onClose={() => setQuestion(null)}
        />
      )}
    </Dialog>
  );
}

/** As people compare names and addresses: without capitals and spaces at the ends or doubled. */
function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
