import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const EVERY_MS = 100;

/** Resident memory of a process in megabytes. */
export function residentMb(pid: number | undefined): number {
  if (process.platform === 'linux') {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** Watches a process while some work runs; megabytes before it and at most. */
export async function watchMemory(pid: number | undefined, work: () => Promise<void>) {
  const before = residentMb(pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return { before, most: Math.max(most, residentMb(pid)) };
}
