import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Chromium without windows: the journeys take two thirds of their time in the full browser. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A browser on this machine: CHROMIUM_PATH, Playwright's own, an installed one; `undefined` when there is none. */
export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...PLACES].find((path) => path && existsSync(path));
}

/**
 * Finds a browser or installs one: Debian's as root, else Playwright's own if it can be downloaded. In CI the faster
 * headless shell is installed beside a full browser, which is the fallback.
 */
export function ensureBrowser(): string {
  const found = findBrowser();
  const isWhole = found !== undefined && PLACES.includes(found) && found !== HEADLESS_SHELL;
  if (found && !(process.env.CI && isWhole)) return found;
  const attempts: [string, string[]][] = [];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const install = (name: string) => ['install', '-y', '--no-install-recommends', name];
    attempts.push(['apt-get', ['update']], ['apt-get', install('chromium-headless-shell')]);
    if (!found) attempts.push(['apt-get', install('chromium')]);
  }
  if (!found) attempts.push(['npx', ['playwright', 'install', 'chromium']]);
  for (const [command, args] of attempts) {
    if (findBrowser() !== found) break;
    try {
      execFileSync(command, args, { stdio: 'inherit', timeout: 300_000 });
    } catch {
      // Another source may work.
    }
  }
  const installed = findBrowser();
  if (!installed) throw new Error('No browser for the end-to-end tests. Install Chromium or set CHROMIUM_PATH.');
  return installed;
}
