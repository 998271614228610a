/** Longer cursors are never given out; see `server/features/live/cursor.ts`. */
export const MAX_CURSOR_LENGTH = 1_000;

/** The longest silence of a stream: shorter than what proxies and the server's own sockets allow. */
export const BEAT_MS = 15_000;
