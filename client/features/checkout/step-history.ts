import { useEffect } from 'react';
import { type Checkout, depthOf, STEPS } from './checkout-machine.ts';
import { dispatchCheckout, getCheckout } from './checkout-store.ts';
import { resumeCheckout } from './start-checkout.ts';

/**
 * Gives each checkout step a history entry. Back and Forward move the checkout; when the checkout moves by itself, the
 * history follows. Back does not leave a payment in progress: the history returns to it.
 */
export function useStepHistory(step: Checkout['step']): void {
  useEffect(() => {
    // Back was pressed before this code had loaded: show the step of the current entry.
    const shown = entryDepth();
    if (shown !== undefined && shown < depthOf(getCheckout())) move(shown);
    isOwnMove = false;
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per step; during hydration the checkout is not known yet
  useEffect(followCheckout, [step]);
}

/** Whether the next `popstate` comes from our own `history.go`. */
let isOwnMove = false;

/** The step of the current history entry; `undefined` if another part of the page made the entry. */
const entryDepth = (): number | undefined => history.state?.checkoutDepth;
const entryState = (checkoutDepth: number) => ({ ...history.state, checkoutDepth });

function go(by: number): void {
  if (by === 0) return;
  isOwnMove = true;
  history.go(by);
}

/** Moves the history to the entry of the checkout's step; adds entries for new steps. */
function followCheckout(): void {
  const depth = depthOf(getCheckout());
  const shown = entryDepth() ?? 0;
  if (depth < shown) go(depth - shown);
  if (depth <= shown) return;
  history.replaceState(entryState(shown), '');
  for (let next = shown + 1; next <= depth; next++) {
    history.pushState(entryState(next), '');
    // A step opens at its heading.
    history.scrollRestoration = 'manual';
  }
}

function onPopState(): void {
  const wanted = entryDepth();
  const isOwn = isOwnMove;
  isOwnMove = false;
  // Another page is about to replace this one.
  if (location.pathname !== '/shop') return;
  if (wanted === undefined) history.replaceState(entryState(depthOf(getCheckout())), '');
  else if (isOwn) followCheckout();
  else {
    move(wanted);
    go(depthOf(getCheckout()) - wanted);
  }
}

/** Back or Forward to a step, as far as the checkout allows it. */
function move(wanted: number): void {
  const to = STEPS[wanted];
  if (wanted < depthOf(getCheckout()) && to && to !== 'payment') return void dispatchCheckout({ type: 'back', to });
  if (wanted > 0) resumeCheckout();
  while (depthOf(getCheckout()) < wanted) {
    const before = getCheckout();
    if (dispatchCheckout({ type: 'forward' }) === before) return;
  }
}
