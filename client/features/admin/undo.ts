import { useSyncExternalStore } from 'react';

const OFFERED_MS = 10_000;
/** More would cover the list; the oldest makes room. */
const MOST_OFFERS = 3;

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
  holdOffer(id);
  show(offers.filter((offer) => offer.id !== id));
}

/** Keeps an offer that somebody points at or has focused, until `releaseOffer` (WCAG 2.2.1). */
export function holdOffer(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Lets an offer end after ten seconds. */
export function releaseOffer(id: number): void {
  holdOffer(id);
  timers.set(
    id,
    setTimeout(() => removeOffer(id), OFFERED_MS),
  );
}

/** Offers for ten seconds to take a change back; the change itself is made already. */
export function offerUndo(text: Offer['text'], undo: Offer['undo']): void {
  lastId += 1;
  const id = lastId;
  show([...offers, { id, text, undo }].slice(-MOST_OFFERS));
  releaseOffer(id);
}

export const currentOffers = (): readonly Offer[] => offers;

export function useOffers(): readonly Offer[] {
  return useSyncExternalStore(subscribe, currentOffers);
}
