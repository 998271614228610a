import { statfs as realStatfs, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '#server/config.ts';
import type { Metrics } from '#server/metrics.ts';

/** What is asked of a disk, so that tests can say how full it is. */
type Statfs = (folder: string) => Promise<{ bavail: number; bsize: number; blocks: number }>;

/** Less than one segment of PostgreSQL's log: the next order may find no room. */
const FULL_BYTES = 16 * 2 ** 20;

/** `unknown`: the disk does not tell, as some network disks. */
export type DiskState = 'ok' | 'full' | 'unknown';

/**
 * The disk of the data folder for `/readyz` and `/metrics`.
 *
 * @returns asks it now; never throws
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

/** The folder, or the one above it that is there already. */
export async function nearestFolder(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch {
    return folder === dirname(folder) ? folder : nearestFolder(dirname(folder));
  }
}
