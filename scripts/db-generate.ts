import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// npm run db:generate -- --name what_changes
// Drizzle compares the tables only with the newest snapshot, so older ones are deleted. Then the list of objects that a
// start requires is written again.

const META = 'server/db/migrations/meta';

const { status } = spawnSync('drizzle-kit', ['generate', ...process.argv.slice(2)], { stdio: 'inherit' });
const files = readdirSync(META).sort();
const snapshots = files.filter((name) => name.endsWith('_snapshot.json'));
for (const name of snapshots.slice(0, -1)) rmSync(join(META, name));
for (const name of ['_journal.json', ...snapshots.slice(-1)]) shorten(join(META, name));
if (status !== 0) process.exit(status ?? 1);
process.exit(spawnSync(process.execPath, ['scripts/database-objects.ts'], { stdio: 'inherit' }).status ?? 1);

/** Writes one line for each table and each migration, so that a diff shows what has changed. */
function shorten(path: string): void {
  const file: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'));
  const named = ([name, value]: [string, unknown]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const lines = Object.entries(file).map(([name, value]) => {
    if (name === 'entries')
      return `"entries": [\n${(value as unknown[]).map((each) => JSON.stringify(each)).join(',\n')}\n]`;
    if (name === 'tables')
      return `"tables": {\n${Object.entries(value as object)
        .map(named)
        .join(',\n')}\n}`;
    return named([name, value]);
  });
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
}
