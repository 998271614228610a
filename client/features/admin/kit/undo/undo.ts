import { useSyncExternalStore } from 'react';

const OFFERED_MS = 10_000;
/** More would cover the list; the oldest is removed. */
const MAX_OFFERS = 3;

/** A change without outside effects (no mail, no payment) that its opposite can undo. */
export type Offer = {
  id: number;
  /** The description of the change; a function, because the language can change. */
  text: () => string;
  /** The opposite change, based on the changed version: refused if the record was changed since. */
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

/** Restarts the ten seconds of an offer, unless it is still held by pointer or focus. */
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

/** Offers for ten seconds to undo a change, which is already made. */
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
