import { createStoredValue } from '../../lib/stored-value.ts';

/** Whether this browser sounds for a new order; off until its owner switches it on. */
export const orderSound = createStoredValue<boolean>({
  key: 'admin_order_sound',
  area: 'local',
  initial: false,
  read: (text) => text === 'true',
});

/** Two notes, in Hz. */
const NOTES = [659, 880];
const NOTE_SECONDS = 0.18;
const VOLUME = 0.2;
/** So long one tab of several keeps the others silent. */
const ALONE_MS = 2_000;
const LOCK = 'admin_order_sound';

let audio: AudioContext | undefined;

/** @returns whether the browser lets it be heard: before the first press on a page it does not */
export async function playOrderSound(): Promise<boolean> {
  try {
    audio ??= new AudioContext();
    // Where it may not sound yet this waits for a press, which would then sound for an order of long ago.
    void audio.resume().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (audio.state !== 'running' && !navigator.userActivation?.hasBeenActive) return false;
    const gain = audio.createGain();
    gain.connect(audio.destination);
    const start = audio.currentTime + 0.02;
    for (const [at, note] of NOTES.entries()) {
      const tone = audio.createOscillator();
      tone.frequency.value = note;
      tone.connect(gain);
      tone.start(start + at * NOTE_SECONDS);
      tone.stop(start + (at + 1) * NOTE_SECONDS);
    }
    const end = start + NOTES.length * NOTE_SECONDS;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(VOLUME, start + 0.02);
    gain.gain.setValueAtTime(VOLUME, end - 0.05);
    gain.gain.linearRampToValueAtTime(0, end);
    return true;
  } catch {
    return false;
  }
}

/** Sounds once for a new order if it is switched on, in one tab of this browser. */
export function announceOrder(): void {
  if (!orderSound.get()) return;
  const play = async () => {
    await playOrderSound();
    await new Promise((resolve) => setTimeout(resolve, ALONE_MS));
  };
  if (!navigator.locks) return void play();
  void navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => lock && play());
}
