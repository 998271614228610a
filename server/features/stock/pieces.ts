import { type Component, type SoldComponent, wholeOnes } from '#shared/catalogue/assortments.ts';
import type { Language } from '#shared/core/language.ts';

/**
 * A line of a cart or an order, with the product's name for the shopper. An assortment has no stock of its own: it
 * takes units of its `components`.
 */
export type StockLine = {
  id: string;
  name: string;
  quantity: number;
  components?: readonly SoldComponent[] | null | undefined;
};
export type Piece = Pick<StockLine, 'id' | 'name' | 'quantity'>;

type Sold = Pick<StockLine, 'id' | 'quantity' | 'components'>;

/** The units that one of a line takes. */
const partsOf = ({ id, components }: Sold): readonly Component[] =>
  components?.length ? components : [{ id, quantity: 1 }];

/** The units that lines take together, by product. */
export function countPieces(lines: readonly Sold[]): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const line of lines) {
    for (const { id, quantity } of partsOf(line)) {
      pieces.set(id, (pieces.get(id) ?? 0) + quantity * line.quantity);
    }
  }
  return pieces;
}

/** The same with the names of the products. @param language of the names of components */
export function namePieces(lines: readonly StockLine[], language: Language): Piece[] {
  const names = new Map(
    lines.flatMap(({ id, name, components }) => [
      ...(components ?? []).map((part) => [part.id, part.names[language]] as const),
      [id, name] as const,
    ]),
  );
  return [...countPieces(lines)].map(([id, quantity]) => ({ id, name: names.get(id) ?? id, quantity }));
}

/**
 * The first line with insufficient stock, after the lines before it have taken theirs.
 *
 * @param available units by product; a product without an entry is not counted
 * @returns `left` is the available number for the line; `null` when there is enough of everything
 */
export function findShortLine(
  lines: readonly StockLine[],
  available: ReadonlyMap<string, number>,
): { line: StockLine; left: number } | null {
  const rest = new Map(available);
  for (const line of lines) {
    const parts = partsOf(line);
    const left = wholeOnes(parts, rest);
    if (left !== null && left < line.quantity) return { line, left };
    for (const { id, quantity } of parts) {
      const pieces = rest.get(id);
      if (pieces !== undefined) rest.set(id, pieces - quantity * line.quantity);
    }
  }
  return null;
}
