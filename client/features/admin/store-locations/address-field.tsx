import type { ComponentProps, KeyboardEvent } from 'react';
import * as m from '#messages';
import { TextField } from '../../../ui/form.tsx';
import { Icon } from '../../../ui/icons.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'onKeyDown'> & {
  isEmpty: boolean;
  isSearching: boolean;
  onSearch: () => void;
};

/** The address with a button that geocodes it. */
export function AddressField({ isEmpty, isSearching, onSearch, ...field }: Props) {
  /** Enter geocodes the address: submitting would save coordinates that do not fit yet. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isSearching) onSearch();
  }
  return (
    <div>
      <div className="flex items-start gap-2">
        <TextField
          fieldClass="min-w-0 flex-1"
          label={m.admin_location_address()}
          required
          autoComplete="off"
          {...field}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="icon-button mt-8 size-12 border-2 border-current disabled:opacity-50"
          aria-label={m.admin_geocode_button()}
          data-tooltip
          aria-busy={isSearching || undefined}
          disabled={isSearching || isEmpty}
          onClick={onSearch}
        >
          <Icon name="pin" />
        </button>
      </div>
      <p className="mt-1.5 text-sm text-ink-soft">
        {m.admin_geocode_source()}{' '}
        <a className="link" href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
          {m.admin_geocode_attribution()}
        </a>
      </p>
    </div>
  );
}
