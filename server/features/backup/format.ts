import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';
import type { AppliedMigration } from '#server/db/migration-state.ts';
import { splitLines, UnfinishedLineError } from './lines.ts';

/**
 * A backup is text, compressed with gzip, with one JSON value on each line. First comes the head, then for each table
 * its name and its rows. A row is a list of its values as PostgreSQL prints them, `null` for NULL. The last line has
 * the number of rows and the SHA-256 of all bytes before it. PostgreSQL reads its own text output back exactly, so no
 * value is rounded or converted.
 */
export type Head = {
  format: typeof FORMAT;
  version: number;
  /** The version of the shop that wrote it. */
  shop: string;
  /** When it was written, as an ISO time in UTC; the state is of this moment. */
  writtenAt: string;
  engine: 'pglite' | 'postgres';
  /** When the newest order was placed, as an ISO time; `null` without orders, absent in files of older versions. */
  newestOrder?: string | null | undefined;
  migrations: AppliedMigration[];
  /** Ordered so that each table follows those that it references. */
  tables: TableHead[];
  sequences: { name: string; value: string; isCalled: boolean }[];
};
export type TableHead = { name: string; columns: string[]; rows: number };
/** Some rows of one table, each a line of JSON. */
export type Rows = { table: TableHead; lines: string[] };

const headSchema = z.object({
  shop: z.string(),
  writtenAt: z.string(),
  engine: z.string(),
  newestOrder: z.optional(z.nullable(z.string())),
  migrations: z.array(z.object({ hash: z.string(), createdAt: z.number() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().check(z.nonnegative()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});

const FORMAT = 'shop-backup';
const VERSION = 1;
/** Rows per batch when reading. */
const BATCH_ROWS = 200;
const BATCH_CHARACTERS = 1_000_000;
/** The fastest level: mails are so similar that even it compresses them to a twentieth. */
const LEVEL = 1;

/** A backup or a restore that cannot be done; the message tells the owner why and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Writes the whole file.
 *
 * @param rows each table's rows, in the head's order
 * @throws BackupError when the number of rows differs from the head
 */
export async function writeFormat(
  path: string,
  head: Omit<Head, 'format' | 'version'>,
  rows: (table: TableHead) => AsyncIterable<string[]>,
): Promise<void> {
  const hash = createHash('sha256');
  const line = (value: unknown) => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  async function* text() {
    yield line({ format: FORMAT, version: VERSION, ...head });
    let total = 0;
    for (const table of head.tables) {
      yield line({ table: table.name });
      let count = 0;
      for await (const lines of rows(table)) {
        const part = `${lines.join('\n')}\n`;
        hash.update(part);
        count += lines.length;
        yield part;
      }
      if (count !== table.rows) {
        throw new BackupError(`The table ${table.name} has ${table.rows} rows, but ${count} were read.`);
      }
      total += count;
    }
    yield line({ rows: total, sha256: hash.copy().digest('hex') });
  }
  await pipeline(
    Readable.from(text()),
    createGzip({ level: LEVEL }),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
}

/**
 * Reads a file from its beginning, with constant memory.
 *
 * @returns the head, and the rows; only after their end is it known that the file is complete
 * @throws BackupError when it is not a backup, of a newer version, damaged or cut off
 */
export async function readFormat(path: string): Promise<{ head: Head; rows: AsyncGenerator<Rows> }> {
  const { head, firstLine, lines } = await open(path);
  return { head, rows: readRows(path, head, firstLine, lines) };
}

async function open(path: string): Promise<{ head: Head; firstLine: string; lines: AsyncGenerator<string> }> {
  const lines = readLines(path);
  const first = await lines.next();
  if (first.done) throw new BackupError(`${path} is empty: no backup.`);
  const head = parse(first.value, path) as Head | null;
  if (head?.format !== FORMAT) throw new BackupError(`${path} is no backup of the shop.`);
  if (head.version !== VERSION) {
    // A flipped bit may have caused this; the compression's checksum at the end detects it.
    while (!(await lines.next()).done) {}
    throw new BackupError(
      `${path} was written by a newer version of the shop (${head.shop}). Bring this one up to date first.`,
    );
  }
  // A flipped bit may leave JSON of another shape; the checksum at the end detects it.
  if (!z.safeParse(headSchema, head).success) throw damagedFile(path);
  return { head, firstLine: first.value, lines };
}

async function* readRows(
  path: string,
  head: Head,
  firstLine: string,
  lines: AsyncGenerator<string>,
): AsyncGenerator<Rows> {
  const damaged = () => damagedFile(path);
  const hash = createHash('sha256').update(`${firstLine}\n`);
  let total = 0;
  for (const table of head.tables) {
    const mark = await nextLine(lines, path);
    if ((parse(mark, path) as { table?: string } | null)?.table !== table.name) throw damaged();
    hash.update(`${mark}\n`);
    let batch: string[] = [];
    let size = 0;
    for (let left = table.rows; left > 0; left--) {
      const line = await nextLine(lines, path);
      if (!line.startsWith('[')) throw damaged();
      hash.update(`${line}\n`);
      batch.push(line);
      size += line.length;
      if (left === 1 || batch.length === BATCH_ROWS || size > BATCH_CHARACTERS) {
        yield { table, lines: batch };
        batch = [];
        size = 0;
      }
    }
    total += table.rows;
  }
  const end = parse(await nextLine(lines, path), path) as { rows?: number; sha256?: string } | null;
  if (end?.sha256 !== hash.digest('hex') || end.rows !== total || !(await lines.next()).done) throw damaged();
}

async function nextLine(lines: AsyncGenerator<string>, path: string): Promise<string> {
  const next = await lines.next();
  if (next.done) throw cutOff(path);
  return next.value;
}

async function* readLines(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  const text = createGunzip();
  // When a source cannot be read, the stream fails with its error.
  source.once('error', (error) => text.destroy(error));
  source.pipe(text);
  try {
    yield* splitLines(text);
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, path);
  } finally {
    source.destroy();
    text.destroy();
  }
}

function explain(error: NodeJS.ErrnoException, path: string): Error {
  if (error.code === 'Z_BUF_ERROR' || error instanceof UnfinishedLineError) return cutOff(path);
  // Damage that the disk did not report appears in the decompression, under several codes.
  if (error.syscall === undefined) {
    return new BackupError(`${path} is damaged, or no backup of the shop. Take another backup.`, { cause: error });
  }
  if (error.code === 'ENOENT') return new BackupError(`There is no file ${path}.`);
  if (error.code === 'EISDIR') return new BackupError(`${path} is a folder. Name one of the backups in it.`);
  return error;
}

function damagedFile(path: string): BackupError {
  return new BackupError(`${path} is damaged: it does not hold what its head says. Take another backup.`);
}

function cutOff(path: string): BackupError {
  return new BackupError(`${path} is cut off: its end is missing. Copy it again, or take another backup.`);
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BackupError(`${path} is damaged, or no backup of the shop. Take another backup.`, { cause: error });
  }
}

/** Reads only the head of a file. @throws BackupError as `readFormat` */
export async function readHeadOf(path: string): Promise<Head> {
  const { head, lines } = await open(path);
  await lines.return(undefined);
  return head;
}

/**
 * Reads the whole file with each of its rows. @throws BackupError as `readFormat`, or when a row does not fit its table
 */
export async function verifyBackup(path: string): Promise<Head> {
  const { head, rows } = await readFormat(path);
  for await (const { table, lines } of rows) {
    for (const line of lines) {
      const values = parse(line, path) as unknown[];
      const isRow = Array.isArray(values) && values.length === table.columns.length;
      if (!isRow || values.some((value) => value !== null && typeof value !== 'string')) {
        throw new BackupError(`${path} is damaged: a row of ${table.name} cannot be read. Take another backup.`);
      }
    }
  }
  return head;
}
