import { CARRIERS, type Carrier } from '#shared/carriers.ts';
import { cleanTrackingNumber, fittingCarriers } from '#shared/tracking.ts';

/** A line of a pasted or imported table: the order as it is named there, and its parcel. */
export type TrackingLine = { order: string; trackingNumber: string; carrier: Carrier | null };

/**
 * Reads the order and tracking numbers from a CSV, or from cells copied in a spreadsheet. A heading tells which column is
 * which; without one, the order is a cell of eight hexadecimal characters, and the tracking number the cell that fits a
 * carrier, or else the one after the order.
 *
 * @param text separated by commas, semicolons or tabs; RFC 4180 quotes
 * @returns lines that have both, in their order
 */
export function readTrackingTable(text: string): TrackingLine[] {
  const rows = parseTable(text);
  const head = rows[0]?.map((cell) => cell.toLowerCase()) ?? [];
  const trackingAt = head.findIndex((cell) => /track|rastreo|seguimiento/.test(cell));
  const orderAt = head.findIndex((cell, at) => at !== trackingAt && /order|pedido|reference|referencia/.test(cell));
  const hasHead = trackingAt >= 0 && orderAt >= 0;
  return rows.slice(hasHead ? 1 : 0).flatMap((cells) => {
    const order = hasHead ? cells[orderAt] : cells.find((cell) => ORDER.test(cell));
    if (!order) return [];
    const others = cells.filter((cell) => cell !== order && cell !== '');
    const found = hasHead
      ? cells[trackingAt]
      : (others.find((cell) => fittingCarriers(cleanTrackingNumber(cell)).length > 0) ??
        cells[cells.indexOf(order) + 1]);
    const trackingNumber = cleanTrackingNumber(found ?? '');
    if (trackingNumber === '') return [];
    const named = CARRIERS.find((name) => cells.some((cell) => cell.toLowerCase() === name.toLowerCase()));
    return [{ order: order.replace('#', '').toUpperCase(), trackingNumber, carrier: named ?? null }];
  });
}

/** An order's number, as the shop writes it. */
const ORDER = /^#?[\da-f]{8}$/i;

/** The cells of a table, trimmed; the separator is the one that its first line has most often. */
function parseTable(text: string): string[][] {
  const [first = ''] = text.split(/\r?\n/, 1);
  const separator = ['\t', ';', ','].reduce((best, each) => (count(first, each) > count(first, best) ? each : best));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell.trim());
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
