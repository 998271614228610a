import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import * as m from '#messages';
import type { Media } from '#shared/content/media.ts';
import { textOfError } from '../../../lib/api-client.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { useSendPicture } from './api.ts';

/** A file being uploaded; `share` of it is sent. A failed one has its error, and can be sent again. */
export type Upload = {
  key: string;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  share: number;
  reason: string;
};

type Send = ReturnType<typeof useSendPicture>['mutateAsync'];

/** One is sent while the server makes the sizes of another. */
const AT_ONCE = 2;

/** The files outlive the dialog and an expired session: after the next login one press sends them again. */
let uploads: readonly Upload[] = [];
const listeners = new Set<() => void>();
const stops = new Map<string, AbortController>();

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}
const change = (key: string, values: Partial<Upload>) =>
  set(uploads.map((each) => (each.key === key ? { ...each, ...values } : each)));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function drop(key: string): void {
  stops.get(key)?.abort();
  stops.delete(key);
  set(uploads.filter((each) => each.key !== key));
}

/** @param onAdded called for each picture that is now in the library */
export function useUploads(onAdded: (media: Media) => void) {
  const list = useSyncExternalStore(subscribe, () => uploads);
  const { mutateAsync: send } = useSendPicture();
  const onDone = useEffectEvent(onAdded);
  useEffect(() => {
    const sending = list.filter(({ state }) => state === 'sending').length;
    const next = list.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_ONCE - sending));
    for (const upload of next) void run(upload, send, onDone);
  }, [list, send]);
  return {
    list,
    add: (files: Iterable<File>) => {
      const added = [...files].map((file): Upload => {
        return { key: randomUuid(), file, state: 'waiting', share: 0, reason: '' };
      });
      set([...uploads, ...added]);
    },
    retry: (key: string) => change(key, { state: 'waiting', share: 0, reason: '' }),
    remove: drop,
  };
}

async function run({ key, file }: Upload, send: Send, onDone: (media: Media) => void): Promise<void> {
  const stop = new AbortController();
  stops.set(key, stop);
  change(key, { state: 'sending' });
  try {
    const added = await send({ file, onProgress: (share) => change(key, { share }), signal: stop.signal });
    drop(key);
    onDone(added);
  } catch (error) {
    change(key, { state: 'failed', reason: textOfError(error, m.admin_pictures_offline()) });
  }
}
