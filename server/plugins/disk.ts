import { statfs as realStatfs, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '#server/config.ts';
import type { Metrics } from '#server/metrics.ts';

/** The disk's statistics, replaceable in tests. */
type Statfs = (folder: string) => Promise<{ bavail: number; bsize: number; blocks: number }>;

/** Less than one WAL segment of PostgreSQL: the next order may not fit. */
const FULL_BYTES = 16 * 2 ** 20;

/** `unknown`: the disk does not report its size, like some network disks. */
export type DiskState = 'ok' | 'full' | 'unknown';

/**
 * The disk of the data folder for `/readyz` and `/metrics`.
 *
 * @returns a function that reads the state; never throws
 */
export function watchDisk(
  { config, metrics }: { config: Pick<Config, 'dataDir'>; metrics: Pick<Metrics, 'registry'> },
  statfs: Statfs = realStatfs,
): () => Promise<DiskState> {
  const gauge = (name: string, help: string) => metrics.registry.gauge(name, help);
  const freeBytes = gauge('shop_disk_free_bytes', 'Room on the disk of the data folder that the shop may use.');
  const isFull = gauge('shop_disk_full', 'Whether that disk has no room for the next order.');
  const look = async (): Promise<DiskState> => {
    try {
      const { bavail, bsize, blocks } = await statfs(await nearestFolder(config.dataDir));
      if (blocks === 0) return 'unknown';
      const free = bavail * bsize;
      freeBytes.set({}, free);
      isFull.set({}, free < FULL_BYTES ? 1 : 0);
      return free < FULL_BYTES ? 'full' : 'ok';
    } catch {
      return 'unknown';
    }
  };
  metrics.registry.onCollect(look);
  return look;
}

/** The folder, or its nearest existing parent. */
export async function nearestFolder(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch {
    return folder === dirname(folder) ? folder : nearestFolder(dirname(folder));
  }
}
