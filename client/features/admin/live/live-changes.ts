import { useIsMutating } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { LiveChange } from '#shared/admin/live.ts';

/** More records than a person has open; the oldest are forgotten first. */
const MAX_RECORDS = 500;

/** The last told change of each record. */
const latest = new Map<string, LiveChange>();
/** When a list changed in a way that it does not show yet, by kind. */
const news = new Map<LiveChange['kind'], readonly number[]>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param isNews whether a list that is shown lacks the change */
export function noteChanges(changes: readonly LiveChange[], isNews: (change: LiveChange) => boolean): void {
  for (const change of changes) {
    if (isNews(change)) news.set(change.kind, [...(news.get(change.kind) ?? []), Date.now()].slice(-99));
    if (change.id === null) continue;
    latest.delete(change.id);
    latest.set(change.id, change);
    const [oldest] = latest.size > MAX_RECORDS ? latest.keys() : [];
    if (oldest !== undefined) latest.delete(oldest);
  }
  tell();
}

const NONE: readonly number[] = [];

/** How many changes of a kind its list lacks since it was read. @param readAt milliseconds */
export function useNews(kind: LiveChange['kind'], readAt: number): number {
  const times = useSyncExternalStore(subscribe, () => news.get(kind) ?? NONE);
  return times.filter((time) => time > readAt).length;
}

/** The version that the server has told of last; `undefined` when it told none. */
export function toldVersion(id: string): number | null | undefined {
  return latest.get(id)?.version;
}

/**
 * What has happened elsewhere to a record that is open here: in another tab, or by another person. `null` while a change of
 * this tab is under way, since its own comes back too.
 *
 * @param version of the record as it is shown
 */
export function useChangeElsewhere(id: string, version: number | undefined): 'changed' | 'deleted' | null {
  const isChanging = useIsMutating() > 0;
  const change = useSyncExternalStore(subscribe, () => latest.get(id));
  if (!change || isChanging || version === undefined) return null;
  if (change.action === 'delete') return 'deleted';
  return change.version !== null && change.version > version ? 'changed' : null;
}
