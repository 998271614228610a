import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { createLogger } from './log.ts';

test('N8 E11 a failed query is logged with its cause and without what people typed', async () => {
  const database = await openTestDatabase();
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const typed = 'Yolanda\n    at 812 Palm Avenue\nHialeah';
  try {
    await database.connection.db.execute(sql`select ${typed}::text from no_such_table`);
  } catch (error) {
    log.error({ err: error }, 'request failed');
  }
  const [line = ''] = lines;
  expect(line).toContain('no_such_table');
  expect(line).toContain('caused by: ');
  expect(line).not.toMatch(/Yolanda|Palm Avenue|Hialeah/);
  await database.remove();
});
