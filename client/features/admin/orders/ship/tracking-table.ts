import { CARRIERS, type Carrier } from '#shared/shipping/carriers.ts';
import { cleanTrackingNumber, fittingCarriers, isRounded } from '#shared/shipping/tracking.ts';

/** A line of a pasted or imported table: the order's number as written there, and its parcel. */
export type TrackingLine = { order: string; trackingNumber: string; carrier: Carrier | null };

/**
 * Reads order and tracking numbers from a CSV, or from cells copied in a spreadsheet. A heading, possibly below a
 * title, identifies the columns; if several match, the first one with such numbers counts. Without a heading, the order
 * is a cell of eight hexadecimal characters, and the tracking number is the cell that fits a carrier, or else the one
 * after the order.
 *
 * @param text separated by commas, semicolons or tabs; RFC 4180 quotes
 * @returns lines that have both, in order, including numbers that a spreadsheet has rounded
 */
export function readTrackingTable(text: string): TrackingLine[] {
  const rows = parseTable(text);
  const headAt = rows.findIndex((row) => row.some(isOrderHead) && row.some(isTrackingHead));
  const below = rows.slice(headAt + 1);
  const columnOf = (isHead: (cell: string) => boolean, isNumber: (cell: string) => boolean): number => {
    const columns = (rows[headAt] ?? []).flatMap((cell, at) => (isHead(cell) ? at : []));
    return columns.find((at) => below.some((cells) => isNumber(cells[at] ?? ''))) ?? columns[0] ?? -1;
  };
  const trackingAt = columnOf(isTrackingHead, isTracking);
  const orderAt = columnOf(isOrderHead, (cell) => ORDER.test(cell));
  return below.flatMap((cells) => {
    const order = headAt >= 0 ? cells[orderAt] : cells.find((cell) => ORDER.test(cell));
    if (!order) return [];
    const others = cells.filter((cell) => cell !== order && cell !== '');
    const found = headAt >= 0 ? cells[trackingAt] : (others.find(isTracking) ?? cells[cells.indexOf(order) + 1]);
    const trackingNumber = cleanTrackingNumber(found ?? '');
    if (trackingNumber === '') return [];
    const named = CARRIERS.find((name) => cells.some((cell) => cell.toLowerCase() === name.toLowerCase()));
    return [{ order: order.replace('#', '').toUpperCase(), trackingNumber, carrier: named ?? null }];
  });
}

/** An order's number, as the shop writes it. */
const ORDER = /^#?[\da-f]{8}$/i;
const isTracking = (cell: string) => {
  const number = cleanTrackingNumber(cell);
  return fittingCarriers(number).length > 0 || isRounded(number);
};
const isTrackingHead = (cell: string) => /track|rastreo|seguimiento/i.test(cell);
const isOrderHead = (cell: string) => !isTrackingHead(cell) && /order|pedido|reference|referencia/i.test(cell);

/** The text of a file; spreadsheets write "Unicode text" as UTF-16. */
export async function readText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** The cells of a table, trimmed; the separator is the most frequent one in the first line. */
function parseTable(text: string): string[][] {
  const [first = ''] = text.split(/\r?\n/, 1);
  const separator = ['\t', ';', ','].reduce((best, each) => (count(first, each) > count(first, best) ? each : best));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    // An apostrophe or a formula keeps a spreadsheet from parsing a cell as a number.
    row.push(cell.trim().replace(/^'|^="(.*)"$/, '$1'));
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true;
      cell = '';
    } else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  endRow();
  return rows;
}

const count = (text: string, part: string) => text.split(part).length - 1;
