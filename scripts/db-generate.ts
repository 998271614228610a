import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

// npm run db:generate -- --name what_changes
// Drizzle compares the tables with the newest snapshot alone; the older ones are 3,000 lines each. The list of what a start
// asks of the database follows.

const META = 'server/db/migrations/meta';

const { status } = spawnSync('drizzle-kit', ['generate', ...process.argv.slice(2)], { stdio: 'inherit' });
const snapshots = readdirSync(META)
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort();
for (const name of snapshots.slice(0, -1)) rmSync(join(META, name));
if (status !== 0) process.exit(status ?? 1);
process.exit(spawnSync(process.execPath, ['scripts/database-objects.ts'], { stdio: 'inherit' }).status ?? 1);
