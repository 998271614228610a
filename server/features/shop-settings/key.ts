import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { KeyState } from '#shared/admin/shop-settings.ts';
import { KEY_BYTES, parseKey, type SealingKey } from './sealing.ts';

const FILE = 'settings.key';

type Place = Pick<Config, 'settingsKey' | 'dataDir' | 'databaseUrl'>;
type FoundKey = { state: Extract<KeyState, 'ready'>; key: SealingKey } | { state: 'missing' | 'unusable'; key: null };

/** The key of `SETTINGS_KEY`, else that of the data folder. */
export function findKey({ settingsKey, dataDir }: Place): FoundKey {
  if (settingsKey !== undefined) return { state: 'ready', key: settingsKey };
  let text: string;
  try {
    text = readFileSync(join(dataDir, FILE), 'utf8').trim();
  } catch (error) {
    const isThere = !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    return { state: isThere ? 'unusable' : 'missing', key: null };
  }
  const key = parseKey(text);
  return key ? { state: 'ready', key } : { state: 'unusable', key: null };
}

/**
 * Whether the admin can store settings. With `DATABASE_URL` no key is made, because instances on other machines would
 * not have it; one that was put into a shared data folder is used.
 */
export function keyState(place: Place): KeyState {
  const { state } = findKey(place);
  return state === 'missing' && place.databaseUrl === undefined ? 'ready' : state;
}

/** The key, made if there is none and this is the only instance. `null` when there is none to use. */
export function takeKey(place: Place): SealingKey | null {
  const found = findKey(place);
  if (found.state !== 'missing' || place.databaseUrl !== undefined) return found.key;
  makeFile(place.dataDir);
  return findKey(place).key;
}

/** Written under another name and linked, so that a kill leaves no half of a key, and an existing one stays. */
function makeFile(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, FILE);
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
