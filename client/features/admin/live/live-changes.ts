import { useIsMutating } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { LiveChange } from '#shared/admin/live.ts';

/** More records than a person has open; the oldest are forgotten first. */
const MAX_RECORDS = 500;

/** The last reported change of each record. */
const latest = new Map<string, LiveChange>();
/** Times of changes that a list does not show yet, by kind. */
const news = new Map<LiveChange['kind'], readonly number[]>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param isNews whether a displayed list lacks the change */
export function noteChanges(changes: readonly LiveChange[], isNews: (change: LiveChange) => boolean): void {
  for (const change of changes) {
    if (isNews(change)) news.set(change.kind, [...(news.get(change.kind) ?? []), Date.now()].slice(-99));
    if (change.id === null) continue;
    latest.delete(change.id);
    latest.set(change.id, change);
    const [oldest] = latest.size > MAX_RECORDS ? latest.keys() : [];
    if (oldest !== undefined) latest.delete(oldest);
  }
  notify();
}

const NONE: readonly number[] = [];

/** How many changes of a kind its list lacks since it was read. @param readAt milliseconds */
export function useNews(kind: LiveChange['kind'], readAt: number): number {
  const times = useSyncExternalStore(subscribe, () => news.get(kind) ?? NONE);
  return times.filter((time) => time > readAt).length;
}

/** The version that the server reported last; `undefined` if none. */
export function reportedVersion(id: string): number | null | undefined {
  return latest.get(id)?.version;
}

/**
 * A change of an open record elsewhere: in another tab, or by another person. `null` while a change of this tab is in
 * progress, because polls report that too.
 *
 * @param version of the displayed record
 */
export function useChangeElsewhere(id: string, version: number | undefined): 'changed' | 'deleted' | null {
  const isChanging = useIsMutating() > 0;
  const change = useSyncExternalStore(subscribe, () => latest.get(id));
  if (!change || isChanging || version === undefined) return null;
  if (change.action === 'delete') return 'deleted';
  return change.version !== null && change.version > version ? 'changed' : null;
}
