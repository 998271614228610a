import { useSyncExternalStore } from 'react';

const OFFERED_MS = 10_000;
/** More would cover the list; the oldest makes room. */
const MAX_OFFERS = 3;

/** A change that left nothing of the house and can be taken back by its opposite. */
export type Offer = {
  id: number;
  /** What was done; a function, since the language can change. */
  text: () => string;
  /** The opposite change, of the version that the change made: refused when the record was changed since. */
  undo: () => Promise<unknown>;
};

let offers: readonly Offer[] = [];
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
type Holder = 'pointer' | 'focus';
const holders = new Map<number, Set<Holder>>();
const listeners = new Set<() => void>();

function show(next: readonly Offer[]): void {
  offers = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function removeOffer(id: number): void {
  stopTimer(id);
  holders.delete(id);
  show(offers.filter((offer) => offer.id !== id));
}

/** Keeps an offer while the pointer is on it or the focus is in it (WCAG 2.2.1). */
export function holdOffer(id: number, holder: Holder): void {
  stopTimer(id);
  holders.set(id, new Set(holders.get(id)).add(holder));
}

/** Starts the ten seconds of an offer again, unless the other holder still has it. */
export function releaseOffer(id: number, holder: Holder): void {
  const left = holders.get(id);
  left?.delete(holder);
  if (!left?.size) startTimer(id);
}

function startTimer(id: number): void {
  stopTimer(id);
  timers.set(
    id,
    setTimeout(() => removeOffer(id), OFFERED_MS),
  );
}

function stopTimer(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Offers for ten seconds to take a change back; the change itself is made already. */
export function offerUndo(text: Offer['text'], undo: Offer['undo']): void {
  lastId += 1;
  const id = lastId;
  const [oldest] = offers;
  if (oldest && offers.length === MAX_OFFERS) removeOffer(oldest.id);
  show([...offers, { id, text, undo }]);
  startTimer(id);
}

export const currentOffers = (): readonly Offer[] => offers;

export function useOffers(): readonly Offer[] {
  return useSyncExternalStore(subscribe, currentOffers);
}
