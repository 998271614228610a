import { type LiveMessage, listen, SILENCE_MS } from './stream.ts';

const NAME = 'admin_live';

type Told = LiveMessage & { lastId: string };

/**
 * The stream of this browser, heard in each of its tabs: the tab that has the lock listens and tells the others. When it is
 * closed, the next one takes over where it was. A browser without locks, as on an address without TLS, has a stream for
 * each tab.
 *
 * @returns stops hearing
 */
export function hearAll(onMessage: (message: LiveMessage) => void): () => void {
  const stop = new AbortController();
  const channel = 'BroadcastChannel' in window && 'locks' in navigator ? new BroadcastChannel(NAME) : null;
  let lastId = '';
  let isOn = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const hear = ({ lastId: id, ...message }: Told) => {
    lastId = id || lastId;
    isOn = message.kind !== 'down';
    onMessage(message);
  };
  /** The other tabs only hear of a frozen or dead leader by its silence. */
  const watch = () => {
    clearTimeout(silence);
    silence = setTimeout(() => hear({ kind: 'down', lastId }), SILENCE_MS);
  };
  const lead = () =>
    new Promise<void>((release) => {
      clearTimeout(silence);
      if (channel) {
        channel.onmessage = ({ data }) => {
          // A new tab: it learns at once that it need not ask by itself.
          if (data === 'who' && isOn) channel.postMessage({ kind: 'beat', lastId } satisfies Told);
        };
      }
      const hush = listen(lastId, (message, id) => {
        hear({ ...message, lastId: id });
        channel?.postMessage({ ...message, lastId: id } satisfies Told);
      });
      stop.signal.addEventListener('abort', () => {
        hush();
        release();
      });
    });
  if (channel) {
    channel.onmessage = ({ data }) => {
      if (data === 'who') return;
      watch();
      hear(data as Told);
    };
    channel.postMessage('who');
    // Refused only when it is stopped before its turn.
    navigator.locks.request(NAME, { signal: stop.signal }, lead).catch(() => {});
  } else {
    void lead();
  }
  return () => {
    stop.abort();
    clearTimeout(silence);
    channel?.close();
  };
}
