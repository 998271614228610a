import { type ClipboardEvent, useState } from 'react';
import type { Order } from '#shared/orders/admin-orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { cleanTrackingNumber } from '#shared/shipping/tracking.ts';
import type { TrackingLine } from './ship/tracking-table.ts';
import { carrierOf, numberOf } from './ship/values.ts';

/**
 * Fills many lines at once: from a file, from a pasted table with order numbers, or from a pasted column downwards.
 *
 * @param open the orders that may get a number, in the order of their lines
 * @param goTo the next order after a column: the one below it, or the last
 */
export function useTrackingFill(
  open: readonly Order[],
  put: (name: string, value: string) => void,
  goTo: (order: Order) => void,
) {
  const [unknown, setUnknown] = useState<string[]>([]);

  const fill = (lines: readonly TrackingLine[]) => {
    const byNumber = new Map(open.map((order) => [orderNumber(order.id), order.id]));
    for (const { order, trackingNumber, carrier } of lines) {
      const id = byNumber.get(order);
      if (!id) continue;
      put(numberOf(id), trackingNumber);
      put(carrierOf(id), carrier ?? '');
    }
    setUnknown(lines.map(({ order }) => order).filter((order) => !byNumber.has(order)));
  };

  return {
    /** Numbers of the last table that match no line. */
    unknown,
    onPaste(event: ClipboardEvent, from: Order): void {
      const text = event.clipboardData.getData('text');
      if (!/[\r\n\t]/.test(text.trim())) return;
      event.preventDefault();
      void import('./ship/tracking-table.ts').then(({ readTrackingTable }) => {
        const lines = /\t/.test(text) ? readTrackingTable(text) : [];
        if (lines.length > 0) return fill(lines);
        const column = text.replace(/\r?\n$/, '').split(/\r?\n/);
        const below = open.slice(open.indexOf(from));
        for (const [at, cell] of column.entries()) {
          const order = below[at];
          if (order && cell.trim() !== '') put(numberOf(order.id), cleanTrackingNumber(cell));
        }
        const next = below[column.length] ?? below.at(-1);
        if (next) goTo(next);
      });
    },
    async onFile(file: File | undefined): Promise<void> {
      if (!file) return;
      const { readText, readTrackingTable } = await import('./ship/tracking-table.ts');
      fill(readTrackingTable(await readText(file)));
    },
  };
}
