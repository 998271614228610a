import { AsyncLocalStorage } from 'node:async_hooks';

/** Who makes the changes of a call, and the call's method and route. */
export type Actor = { id: string; name: string; call: string };

const actors = new AsyncLocalStorage<{ actor: Actor; isOver: boolean }>();

/**
 * Runs work whose changes are written to the journal under this person's name.
 *
 * @returns ends the use of the name, also in timers and loops that the work has started and that keep its context
 */
export function actAs(actor: Actor, work: () => void): () => void {
  const acting = { actor, isOver: false };
  actors.run(acting, work);
  return () => {
    acting.isOver = true;
  };
}

/** `null` outside of a change by a person of the staff: a shopper's call, a job. */
export function currentActor(): Actor | null {
  const acting = actors.getStore();
  return acting && !acting.isOver ? acting.actor : null;
}
