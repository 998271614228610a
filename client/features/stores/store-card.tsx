import type { ReactNode } from 'react';
import * as m from '#messages';
import type { PublicStoreLocation } from '#shared/stores/stores.ts';
import { storeTypeText } from '../../lib/store-type.ts';
import { Icon } from '../../ui/icons.tsx';
import { milesText } from './finder.ts';
import { directionsUrl } from './map-address.ts';

type Props = {
  store: PublicStoreLocation;
  miles: number | null;
  isSelected: boolean;
  onSelect: (card: Element) => void;
  /** The store's map, if there is none beside the list. */
  children?: ReactNode;
};

/** The id of a store's card in the document. */
export const cardId = (id: string) => `store-${id}`;

/** One store; a click on its name shows it on the map. */
export function StoreCard({ store, miles, isSelected, onSelect, children }: Props) {
  return (
    <li
      id={cardId(store.id)}
      className={`relative grid grid-cols-[1fr_auto] gap-x-4 rounded-card border-2 bg-white p-5 transition-colors ${
        isSelected ? 'border-brand' : 'border-transparent hover:border-accent'
      }`}
    >
      <div className="min-w-0">
        <button
          type="button"
          aria-pressed={isSelected}
          onClick={({ currentTarget }) => onSelect(currentTarget.closest('li') ?? currentTarget)}
          // The button's hit area covers the whole card; the link is above it.
          className="text-left font-display text-[1.2rem] leading-tight text-brand after:absolute after:inset-0 after:rounded-card"
        >
          {store.name}
        </button>
        <p className="mt-1.5 break-words">{store.address}</p>
        <p className="mt-1.5 text-sm text-ink-soft">
          {storeTypeText(store.storeType)}
          {isSelected && <span className="font-semibold text-brand"> · {m.stores_selected()}</span>}
        </p>
      </div>
      <div className="grid content-between justify-items-end">
        <span className="font-semibold whitespace-nowrap">
          {miles !== null && m.stores_miles({ miles: milesText(miles) })}
        </span>
        <a
          href={directionsUrl(store.address)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={m.stores_directions_to({ name: store.name })}
          className="link relative inline-flex min-h-11 items-center gap-1.5 text-sm"
        >
          <Icon name="pin" className="size-4" />
          {m.stores_directions()}
        </a>
      </div>
      {children}
    </li>
  );
}
