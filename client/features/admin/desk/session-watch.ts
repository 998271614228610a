import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import type { AdminCheck } from '#shared/admin/admin.ts';
import { ApiError, callApi } from '../../../lib/api-client.ts';
import { adminKeys } from '../keys.ts';

/**
 * The delay before the session is checked: a login in another tab ends the old session some milliseconds before its
 * answer brings the new cookie.
 */
export const ASK_AFTER_MS = 500;

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/**
 * Follows every call's 401. A login in another tab of this browser replaces the session, and refuses calls in flight
 * although the browser is signed in. So the session is checked once, and refused reads are repeated. A repeated read
 * that is refused again ends the session without another check.
 *
 * @param onLost the session has ended: expiry, another device, a new password
 * @returns stops following
 */
export function watchSession(client: QueryClient, onLost: () => void): () => void {
  const repeated = new Set<string>();
  let question: Promise<void> | null = null;
  let isOver = false;

  const isSignedIn = () => client.getQueryData<AdminCheck>(adminKeys.check)?.isAdmin === true;
  const lose = () => {
    if (isOver || !isSignedIn()) return;
    repeated.clear();
    onLost();
  };
  const ask = async () => {
    await new Promise((done) => setTimeout(done, ASK_AFTER_MS));
    const answer = await callApi<AdminCheck>(adminKeys.check.join('/')).catch(unknownSession);
    if (isOver || !isSignedIn()) return;
    if (!answer.isAdmin) return lose();
    const refused = client.getQueryCache().findAll({ predicate: ({ state }) => isRefusal(state.error) });
    for (const query of refused) repeated.add(query.queryHash);
    void client.refetchQueries({ predicate: ({ queryHash }) => repeated.has(queryHash) });
  };
  const refuse = () => {
    if (!isSignedIn()) return;
    if (question) return;
    question = ask().finally(() => {
      question = null;
    });
  };

  const onQuery = (event: QueryCacheNotifyEvent) => {
    if (event.type !== 'updated') return;
    const { queryHash } = event.query;
    if (event.action.type === 'success') repeated.delete(queryHash);
    if (event.action.type !== 'error' || !isRefusal(event.action.error)) return;
    if (repeated.has(queryHash)) lose();
    else refuse();
  };
  const onMutation = (event: MutationCacheNotifyEvent) => {
    if (event.type === 'updated' && event.action.type === 'error' && isRefusal(event.action.error)) refuse();
  };
  const stops = [client.getQueryCache().subscribe(onQuery), client.getMutationCache().subscribe(onMutation)];
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}

/** Without an answer, the 401 counts. */
const unknownSession = (): AdminCheck => ({ isAdmin: false });
