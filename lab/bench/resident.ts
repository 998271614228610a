import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const EVERY_MS = 100;
/** Linux counts processor time in hundredths of a second for programs (USER_HZ, on every architecture that Node has). */
const TICK_MS = 10;

/** Resident memory of a process in megabytes. */
export function residentMb(pid: number | undefined): number {
  if (process.platform === 'linux') return statusMb(pid, 'VmRSS');
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** The peak so far; NaN where the system does not report it. */
export function peakMb(pid: number | undefined): number {
  return process.platform === 'linux' ? statusMb(pid, 'VmHWM') : Number.NaN;
}

/** Processor time of a process and its threads so far, in milliseconds; NaN where the system does not report it. */
export function processorTime(pid: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function statusMb(pid: number | undefined, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Measures a process's memory in megabytes: before some work, and the peak during it. */
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
