import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import * as m from '#messages';
import type { Media } from '#shared/content/media.ts';
import { textOfError } from '../../../lib/api-client.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { useSendPicture } from './api.ts';

/** One file on its way; `share` of it is sent. A failed one says why, and can be sent again. */
export type Upload = {
  key: string;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  share: number;
  reason: string;
};

type Send = ReturnType<typeof useSendPicture>['mutateAsync'];

/** One is sent while another one's sizes are made. */
const AT_ONCE = 2;

/**
 * The files outlive the dialog, and a session that ends meanwhile: after the next login they are sent again with one
 * press.
 */
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

/** @param onAdded with each picture that is in the library now */
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
