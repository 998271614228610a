import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listObjects } from '#server/db/completeness.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { applyMigrations, askOf, listKnown } from '#server/db/migration-state.ts';

// Writes server/db/migrations/objects.txt: the indexes, constraints and triggers of the migrations, which every start
// requires. Run it after each new migration.
const dataDir = mkdtempSync(join(tmpdir(), 'shop-objects-'));
const connection = await connectDatabase({ databaseUrl: undefined, dataDir, isMaintenance: true });
await connection.db.transaction((tx) => applyMigrations(tx, 0, listKnown().length));
const objects = await listObjects(askOf(connection.db));
await connection.close();
rmSync(dataDir, { recursive: true });
writeFileSync(new URL('../server/db/migrations/objects.txt', import.meta.url), `${objects.join('\n')}\n`);
console.log(`${objects.length} indexes, constraints and triggers`);
