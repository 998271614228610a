import { zodResolver } from '@hookform/resolvers/zod';
import { type KeyboardEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as m from '#messages';
import { type StoreLocation, type StoreLocationInput, storeLocationInputSchema } from '#shared/stores.ts';
import { STORE_TYPES } from '#shared/wholesale.ts';
import { storeTypeText } from '../../../lib/store-type.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { toast } from '../../../ui/toast.ts';
import { Dialog } from '../dialog.tsx';
import { issueText } from '../issue-text.ts';
import type { StorePrefill } from '../store-prefill.ts';

import { useSaveLocation } from './api.ts';
import { formatCoordinates, toCoordinate } from './coordinate.ts';
import { geocode } from './geocode.ts';
import { PinMap } from './pin-map.tsx';

type Props = {
  /** The location to change; a new one when left out. */
  location?: StoreLocation;
  prefill?: StorePrefill;
  onClose: () => void;
};

/** Add and edit a store location: the specification, 2 and 5. */
export default function StoreDialog({ location, prefill, onClose }: Props) {
  const save = useSaveLocation(location?.id ?? null, onClose);
  const [isSearching, setIsSearching] = useState(false);
  const { register, handleSubmit, formState, watch, setValue, getValues } = useForm({
    resolver: zodResolver(storeLocationInputSchema),
    defaultValues: {
      name: location?.name ?? prefill?.name ?? '',
      address: location?.address ?? prefill?.address ?? '',
      storeType: location?.storeType ?? prefill?.storeType ?? '',
      latitude: Number(location?.latitude ?? 0) as number | string,
      longitude: Number(location?.longitude ?? 0) as number | string,
    },
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

  const onInvalid = () => {
    if (getValues(['name', 'address', 'storeType']).some((value) => value.trim() === '')) {
      toast({ title: m.admin_missing_title(), description: m.admin_missing_fields(), variant: 'destructive' });
    }
  };
  const degrees = (name: 'latitude' | 'longitude') => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    required: true,
    error: issueText(errors[name]?.message),
    ...register(name, {
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
        onSubmit={handleSubmit((input) => save.mutate(input as StoreLocationInput), onInvalid)}
      >
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
        <PinMap latitude={toCoordinate(latitude)} longitude={toCoordinate(longitude)} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" size="small" onClick={onClose}>
            {m.admin_cancel()}
          </Button>
          <Button type="submit" size="small" isBusy={save.isPending} disabled={save.isPending}>
            {save.isPending ? m.admin_saving() : location ? m.admin_location_update() : m.admin_location_create()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
