import type { Language } from '#shared/core/language.ts';
import type { OrderLine } from './lines.ts';
import { linesToSend } from './orders.ts';
import { contentsIn, lineNameIn } from './words.ts';

/** A product to take from the shelf. `filled` of the quantity go into assortments. */
export type PickRow = { id: string; name: string; quantity: number; filled: number };

/**
 * What to take from the shelf for these orders, the largest quantity first. The components of assortments are counted
 * into their products; `assortments` are those to fill.
 */
export function pickListOf(
  orders: readonly { lines: readonly OrderLine[] }[],
  language: Language,
): { products: PickRow[]; assortments: PickRow[] } {
  const products = new Map<string, PickRow>();
  const assortments = new Map<string, PickRow>();
  for (const line of orders.flatMap(({ lines }) => linesToSend(lines))) {
    const parts = contentsIn(line, language);
    const whole = { id: line.id, name: lineNameIn(line, language), quantity: line.quantity };
    add(parts.length > 0 ? assortments : products, { ...whole, filled: 0 });
    for (const part of parts) add(products, { ...part, filled: part.quantity });
  }
  return { products: sorted(products, language), assortments: sorted(assortments, language) };
}

function add(rows: Map<string, PickRow>, { id, name, quantity, filled }: PickRow): void {
  const row = rows.get(id) ?? { id, name, quantity: 0, filled: 0 };
  rows.set(id, { ...row, quantity: row.quantity + quantity, filled: row.filled + filled });
}

const sorted = (rows: ReadonlyMap<string, PickRow>, language: Language) =>
  [...rows.values()].sort((a, b) => b.quantity - a.quantity || a.name.localeCompare(b.name, language));
