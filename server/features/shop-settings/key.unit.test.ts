import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findKey, keyState, takeKey } from './key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'settings-key-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const alone = () => ({ dataDir, settingsKey: undefined, databaseUrl: undefined });
const shared = () => ({ ...alone(), databaseUrl: 'postgres://db/shop' });
const file = () => join(dataDir, 'settings.key');

test('the only instance makes a key at the first save, for its own user alone, and keeps it', () => {
  expect(keyState(alone())).toBe('ready');
  expect(readdirSync(dataDir)).toEqual([]);
  const key = takeKey(alone());
  expect(readdirSync(dataDir)).toEqual(['settings.key']);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(takeKey(alone())).toEqual(key);
  expect(findKey(alone())).toEqual({ state: 'ready', key });
});

test('with a database of its own no key is made, but one in a shared folder is used', () => {
  expect(keyState(shared())).toBe('missing');
  expect(takeKey(shared())).toBeNull();
  expect(readdirSync(dataDir)).toEqual([]);
  const key = randomBytes(32);
  writeFileSync(file(), key.toString('base64'));
  expect(takeKey(shared())).toEqual(key);
});

test('a damaged file is never replaced', () => {
  writeFileSync(file(), 'half of a k');
  expect(keyState(alone())).toBe('unusable');
  expect(takeKey(alone())).toBeNull();
  expect(readFileSync(file(), 'utf8')).toBe('half of a k');
});

test('SETTINGS_KEY goes before the file', () => {
  takeKey(alone());
  const settingsKey = randomBytes(32);
  expect(takeKey({ ...shared(), settingsKey })).toBe(settingsKey);
});
