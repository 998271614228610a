import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A browser on this machine: CHROMIUM_PATH, Playwright's own, an installed one; `undefined` when there is none. */
export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...PLACES].find((path) => path && existsSync(path));
}

/** Finds a browser or installs one: Playwright's own where it can be downloaded, else Debian's as root. */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  const attempts: [string, string[]][] = [];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    attempts.push(['apt-get', ['update']], ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium']]);
  }
  attempts.push(['npx', ['playwright', 'install', 'chromium']]);
  for (const [command, args] of attempts) {
    if (findBrowser()) break;
    try {
      execFileSync(command, args, { stdio: 'inherit' });
    } catch {
      // The next way may work.
    }
  }
  const installed = findBrowser();
  if (!installed) throw new Error('No browser for the end-to-end tests. Install Chromium or set CHROMIUM_PATH.');
  return installed;
}
