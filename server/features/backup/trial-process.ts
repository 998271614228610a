import { connectDatabase } from '#server/db/connect.ts';
import { BackupError } from './format.ts';
import { restoreBackup } from './restore.ts';
import { countRows } from './shop-tables.ts';

// Restores a backup into a new embedded database and counts its rows, in a process of its own that gets no settings.
// It opens the copy as a start does, so that missing indexes and constraints are found too.

const [, , file = '', dataDir = ''] = process.argv;
process.umask(0o077);
// The shop has ended: nobody waits for the result.
process.stdin.resume().once('end', () => process.exit(1));

const copy = { databaseUrl: undefined, dataDir };
try {
  await restoreBackup(copy, file, { mayOverwrite: false });
  const { db, close } = await connectDatabase(copy);
  const counts = {
    orders: await countRows(db, 'orders'),
    lines: await countRows(db, 'order_lines'),
    customers: await countRows(db, 'customers'),
  };
  await close();
  process.stdout.write(JSON.stringify(counts), () => process.exit(0));
} catch (error) {
  const isFile = error instanceof BackupError;
  process.stderr.write(String(error), () => process.exit(isFile ? 2 : 1));
}
