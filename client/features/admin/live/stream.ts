import type { LiveChange, LiveHello } from '#shared/live.ts';
import { BEAT_MS } from '#shared/live-limits.ts';

/** `down`: the stream does not work for now. */
export type LiveMessage =
  | { kind: 'hello'; resumed: boolean }
  | { kind: 'changes'; changes: LiveChange[] }
  | { kind: 'beat' }
  | { kind: 'down' };

/** So long without a word, and the connection is gone, whatever the browser believes. */
export const SILENCE_MS = 2.5 * BEAT_MS;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Listens to the shop and connects again whenever the stream is lost, sooner at first and at once when the network is back.
 *
 * @param since the last event that this browser has; `''` begins now
 * @param onMessage gets the id of the last event with each message
 * @returns stops listening
 */
export function listen(since: string, onMessage: (message: LiveMessage, lastId: string) => void): () => void {
  let lastId = since;
  let pauseMs = FIRST_PAUSE_MS;
  let source: EventSource | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function hear(message: LiveMessage, id: string) {
    lastId = id || lastId;
    pauseMs = FIRST_PAUSE_MS;
    clearTimeout(silence);
    silence = setTimeout(lose, SILENCE_MS);
    onMessage(message, lastId);
  }
  function open() {
    close();
    source = new EventSource(`/api/admin/events${lastId && `?since=${encodeURIComponent(lastId)}`}`);
    // Until it has said hello it is as good as lost: a proxy may hold everything back.
    silence = setTimeout(lose, SILENCE_MS);
    source.addEventListener('hello', ({ data, lastEventId }) => {
      hear({ kind: 'hello', resumed: (JSON.parse(data) as LiveHello).resumed }, lastEventId);
    });
    source.addEventListener('changes', ({ data, lastEventId }) => {
      hear({ kind: 'changes', changes: JSON.parse(data) as LiveChange[] }, lastEventId);
    });
    source.addEventListener('beat', ({ lastEventId }) => hear({ kind: 'beat' }, lastEventId));
    source.addEventListener('error', lose);
  }
  function close() {
    clearTimeout(silence);
    clearTimeout(retry);
    source?.close();
    source = null;
  }
  /** The browser's own way to connect again ends for good with an answer that is no stream, such as a proxy's 502. */
  function lose() {
    close();
    onMessage({ kind: 'down' }, lastId);
    retry = setTimeout(open, pauseMs * (0.75 + Math.random() / 2));
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
  addEventListener('online', open);
  open();
  return () => {
    removeEventListener('online', open);
    close();
  };
}
