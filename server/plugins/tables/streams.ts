import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends a list of any length as one JSON array, batch by batch, with constant memory. The first batch is read before
 * the response begins, so that its failure still becomes a proper error.
 */
export async function sendJsonList(reply: FastifyReply, batches: AsyncGenerator<unknown[]>): Promise<FastifyReply> {
  return sendParts(reply.type('application/json; charset=utf-8'), jsonParts(await primed(batches)));
}

export type CsvValue = string | number | null;

/**
 * Characters that start a formula, including their wide, small, superscript and subscript forms, which some
 * spreadsheets accept.
 */
const SIGN = String.raw`[=+\-@|%\uff1d\uff0b\uff0d\uff20\uff5c\uff05\ufb29\u2a75\u2a76\ufe66\ufe62\ufe63\ufe6b\ufe6a\u207a-\u207c\u208a-\u208c]`;
const UNSEEN = String.raw`\s\0\u200b\u2060\ufeff`;
const STARTS_LIVE = new RegExp(`^[${UNSEEN}]*${SIGN}|^[\t\r\n]`);
/** Separators at which a spreadsheet that splits at semicolons or tabs would start a new cell inside ours. */
const LIVE_INSIDE = new RegExp(`([;\t\r\n])(?=[${UNSEEN};"']*${SIGN})`, 'g');

/**
 * Text that a spreadsheet would change, quoted or not: digits after a zero ("07087"), more digits than it stores,
 * powers of ten ("521153E3"). Also dates and fractions ("7-11", "Mar 5"), times, percents, amounts in parentheses.
 */
const READ_AS_OTHER = [
  /^0\d+$/,
  /^\d{12,}$/,
  /^\d+(\.\d*)?E[+-]?\d+$/i,
  /^\d{1,4}([-/]\d{1,4}){1,2}$/,
  /^(?=.*\d)(\d{1,2}[- ]?)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)[a-z]{0,7}[-. ,]{0,2}\d{0,4}$/i,
  /^\d{1,2}:\d{2}/,
  /^\d+%$/,
  /^\(\d+\)$/,
];
/** Makes a spreadsheet treat a value as text; it is invisible, and trimming removes it. */
const NO_BREAK_SPACE = '\u00a0';

/**
 * One field, quoted. Text that starts like a formula is prefixed by an apostrophe (OWASP ASVS 1.2.10); text that would
 * become a number or a date ends in a no-break space. Excel keeps both.
 *
 * @see docs/decisions/0033-csv-for-spreadsheets.md
 */
export function csvField(value: CsvValue): string {
  const text = String(value ?? '');
  const isLive = STARTS_LIVE.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
  const isChanged = typeof value === 'string' && READ_AS_OTHER.some((form) => form.test(text));
  const safe = (isLive ? `'${text}` : isChanged ? text + NO_BREAK_SPACE : text).replace(LIVE_INSIDE, "$1'");
  return `"${safe.replaceAll('"', '""')}"`;
}

export function sendParts(reply: FastifyReply, parts: AsyncGenerator<string | Uint8Array>): FastifyReply {
  return reply.send(Readable.from(parts, { objectMode: false, highWaterMark: 64 * 1024 }));
}

export async function primed<T>(batches: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await batches.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* batches;
  })();
}

async function* jsonParts(batches: AsyncGenerator<unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before + batch.map((item) => JSON.stringify(item)).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** A CSV file (RFC 4180), with a byte order mark, without which spreadsheets misread accents. */
export async function* csvParts(
  columns: readonly string[],
  batches: AsyncGenerator<CsvValue[][]>,
): AsyncGenerator<string> {
  const line = (fields: readonly CsvValue[]) => `${fields.map(csvField).join(',')}\r\n`;
  yield `\ufeff${line(columns)}`;
  for await (const batch of batches) if (batch.length > 0) yield batch.map(line).join('');
}
