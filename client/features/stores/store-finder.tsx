import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useDeferredValue, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import * as m from '#messages';
import type { PublicStoreLocation } from '#shared/stores/stores.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { storeTypeText } from '../../lib/store-type.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/form.tsx';
import { FailedNotice } from '../../ui/region.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { findStores } from './finder.ts';
import { cardId, StoreCard } from './store-card.tsx';
import { StoreMap } from './store-map.tsx';
import { StoresLoading } from './stores-loading.tsx';
import { type Place, usePlace } from './use-place.ts';
import { useStoreChanges } from './use-store-changes.ts';

/** Cards rendered at first; a button adds more, so that thousands of stores cost nothing. */
const PAGE_SIZE = 30;
/** From this width on the map is beside the list (Tailwind's `lg`); below, it is in the card of the selected store. */
const BESIDE = '(min-width: 64rem)';
/** At module level, so that the list is still cached when the shopper returns to the page. */
const queryClient = createQueryClient();

/** The public list beside its map, with search, filter and distance. */
export default function StoreFinder() {
  return (
    <QueryClientProvider client={queryClient}>
      <Stores />
    </QueryClientProvider>
  );
}

function Stores() {
  const list = useQuery<PublicStoreLocation[]>({
    queryKey: queryKeys.storeLocations,
    // Also when the page is opened again by a link: a store may have changed since.
    refetchOnMount: 'always',
  });
  const [isAsked, setAsked] = useState(false);
  const map = { isAsked, onAsk: () => setAsked(true) };
  useStoreChanges(list.refetch);
  if (list.isPending) return <StoresLoading />;
  // A failed refetch keeps the existing list.
  if (list.data === undefined) {
    return <FailedNotice text={m.stores_failed()} onRetry={() => list.refetch()} isBusy={list.isFetching} />;
  }
  if (list.data.length === 0) {
    return (
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="grid content-center justify-items-start rounded-card bg-tint p-8 sm:p-12">
          <p className="font-semibold">{m.stores_empty()}</p>
          <h3 className="mt-3 text-h2">{m.stores_wanted()}</h3>
          <p className="mt-3 max-w-prose text-lead">{m.stores_wanted_text()}</p>
          <a href="#inquiry" className={buttonClass({}, 'mt-6')}>
            {m.wholesale_hero_cta()}
          </a>
          <p className="mt-8 max-w-prose">
            <TextLink href="/shop">{m.stores_empty_hint()}</TextLink>
          </p>
        </div>
        <StoreMap store={null} {...map} />
      </div>
    );
  }
  return <Results stores={list.data} map={map} />;
}

type MapState = Pick<ComponentProps<typeof StoreMap>, 'isAsked' | 'onAsk'>;

function Results({ stores, map }: { stores: PublicStoreLocation[]; map: MapState }) {
  const results = useFoundStores(stores);
  const { filter, setFilter, types, place, found, shown, showMore } = results;
  const isBeside = useMedia(BESIDE);
  const { selectedId, select, choosePin } = useSelection(results, isBeside, map.onAsk);
  const selected = stores.find((store) => store.id === selectedId) ?? null;
  const isSelectedShown = shown.some(({ store }) => store.id === selectedId);
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div>
        <FinderTools types={types} filter={filter} place={place} onFilter={setFilter} />
        <FinderStatus count={found.length} place={place} />
        {found.length === 0 && <p className="mt-4 rounded-card bg-tint p-6">{m.stores_none_match()}</p>}
        <ul aria-label={m.stores_list()} className="mt-4 grid gap-3 [overflow-anchor:none]">
          {shown.map(({ store, miles }) => (
            <StoreCard
              key={store.id}
              store={store}
              miles={miles}
              isSelected={store.id === selectedId}
              onSelect={(card) => select(store.id, card)}
            >
              {!isBeside && store.id === selectedId && <StoreMap store={store} isInCard {...map} />}
            </StoreCard>
          ))}
        </ul>
        {found.length > shown.length && (
          <Button variant="quiet" className="mt-5" onClick={showMore}>
            {m.stores_show_more()}
          </Button>
        )}
      </div>
      {(isBeside || !isSelectedShown) && (
        <div className="self-stretch">
          <StoreMap
            store={isBeside ? selected : null}
            stores={found.map(({ store }) => store)}
            onChoose={choosePin}
            {...map}
          />
        </div>
      )}
    </div>
  );
}

/** The matching stores, nearest first if the location is known, and how many of them are shown. */
function useFoundStores(stores: PublicStoreLocation[]) {
  const [filter, setFilter] = useState<Filter>({ search: '', type: '' });
  const [shownCount, setShownCount] = useState(PAGE_SIZE);
  const place = usePlace(filter.search);
  const search = useDeferredValue(filter.search);
  const { type } = filter;
  const { from } = place;
  const found = useMemo(() => findStores(stores, { search, type, from }), [stores, search, type, from]);
  return {
    filter,
    /** Shows the first page of its results. */
    setFilter: (next: Filter) => {
      setFilter(next);
      setShownCount(PAGE_SIZE);
    },
    types: useMemo(() => [...new Set(stores.map((store) => store.storeType))], [stores]),
    place,
    found,
    shown: found.slice(0, shownCount),
    showAtLeast: (count: number) => setShownCount(Math.max(shownCount, count)),
    showMore: () => setShownCount(shownCount + PAGE_SIZE),
  };
}

/** The store selected by its card or pin. Selecting one asks for its location, so `onAsk` shows the map. */
function useSelection(
  { found, showAtLeast }: ReturnType<typeof useFoundStores>,
  isBeside: boolean,
  onAsk: MapState['onAsk'],
) {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  function select(id: string, card: Element) {
    onAsk();
    const choose = () => flushSync(() => setSelectedId(id));
    if (isBeside) choose();
    else keepInPlace(card, choose);
  }
  /** A pin of the drawn map; the map frame replaces that map. */
  function choosePin(id: string) {
    onAsk();
    flushSync(() => {
      showAtLeast(found.findIndex(({ store }) => store.id === id) + 1);
      setSelectedId(id);
    });
    const card = document.getElementById(cardId(id));
    card?.querySelector('button')?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }
  return { selectedId, select, choosePin };
}

/**
 * Keeps `card` in its position when the map of the previously selected card disappears above it, and scrolls its own
 * map into view.
 */
function keepInPlace(card: Element, change: () => void) {
  const { top } = card.getBoundingClientRect();
  change();
  scrollBy({ top: card.getBoundingClientRect().top - top, behavior: 'instant' });
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  card.scrollIntoView({ block: 'nearest', behavior: isStill ? 'instant' : 'smooth' });
}

type Filter = { search: string; type: string };
type ToolsProps = {
  types: readonly string[];
  filter: Filter;
  place: Place;
  /** Sets the filter and shows the first page of its results. */
  onFilter: (filter: Filter) => void;
};

function FinderTools({ types, filter, place, onFilter }: ToolsProps) {
  return (
    <search className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={m.stores_search()}
        type="search"
        autoComplete="postal-code"
        enterKeyHint="search"
        value={filter.search}
        onChange={({ target }) => onFilter({ ...filter, search: target.value })}
        fieldClass="sm:col-span-2"
      />
      <SelectField
        label={m.stores_type()}
        value={filter.type}
        onChange={({ target }) => onFilter({ ...filter, type: target.value })}
        options={[
          { value: '', label: m.stores_type_all() },
          ...types.map((value) => ({ value, label: storeTypeText(value) })),
        ]}
      />
      <div className="flex items-end gap-3">
        <Button
          variant="secondary"
          onClick={() => {
            place.locate();
            onFilter(filter);
          }}
          isBusy={place.nearMe === 'locating'}
          disabled={place.nearMe === 'locating'}
        >
          {place.nearMe === 'locating' ? m.stores_locating() : m.stores_near_me()}
        </Button>
        {(filter.search || filter.type || place.from) && (
          <Button
            variant="quiet"
            onClick={() => {
              onFilter({ search: '', type: '' });
              place.forget();
            }}
          >
            {m.stores_clear()}
          </Button>
        )}
      </div>
    </search>
  );
}

function FinderStatus({ count, place }: { count: number; place: Place }) {
  return (
    <p role="status" className="mt-5 text-sm font-semibold">
      <span>
        {(count === 1 ? m.stores_count_one() : m.stores_count({ count: count.toLocaleString('en-US') })) +
          (place.from && count > 1 ? ` · ${m.stores_sorted()}` : '')}
      </span>
      {place.isUnknownZip && <span className="block font-normal">{m.stores_zip_unknown()}</span>}
      {place.nearMe === 'failed' && <span className="block text-brand">{m.stores_locate_failed()}</span>}
    </p>
  );
}
