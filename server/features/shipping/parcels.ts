import { PARCEL_OZ } from '#shared/shipping/rate-table.ts';
import type { Parcel } from './rate-source.ts';

/** A packed parcel: inches, longest side first, and ounces. */
export type PackedParcel = { lengthIn: number; widthIn: number; heightIn: number; weightOz: number };
type Line = Parcel['lines'][number];
type Box = { weightOz: number; parcelInches: readonly [number, number, number] };

/** Packs the boxes of an order into as few parcels as their weight allows, each as close to a cube as possible. */
export function packParcels(lines: Parcel['lines']): PackedParcel[] {
  return divideLines(lines).map((parcel) => pack(parcel.flatMap((line) => Array<Box>(line.quantity).fill(line))));
}

/** The contents of each of these parcels, in the order of the lines. */
export function divideLines(lines: Parcel['lines']): Parcel['lines'][] {
  const parcels: Line[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    for (let i = 0; i < line.quantity; i++) {
      if (weight + line.weightOz > PARCEL_OZ) {
        parcels.push([]);
        weight = 0;
      }
      weight += line.weightOz;
      const parcel = parcels.at(-1);
      const same = parcel?.at(-1);
      if (same?.id === line.id) same.quantity += 1;
      else parcel?.push({ ...line, quantity: 1 });
    }
  }
  return parcels;
}

/** A measured parcel, which replaces the boxes in it. */
export function measuredLines({ weightOz, lengthIn, widthIn, heightIn }: PackedParcel): Parcel['lines'] {
  const parcelInches = [lengthIn, widthIn, heightIn] as const;
  return [{ id: 'parcel', name: '', quantity: 1, priceCents: 0, weightOz, parcelInches }];
}

function pack(boxes: Box[]): PackedParcel {
  const side = (i: 0 | 1 | 2) => Math.max(...boxes.map((box) => box.parcelInches[i]));
  const [lengthIn = 0, widthIn = 0, heightIn = 0] = stack(boxes.length, [side(0), side(1), side(2)]).sort(
    (a, b) => b - a,
  );
  return { lengthIn, widthIn, heightIn, weightOz: boxes.reduce((sum, box) => sum + box.weightOz, 0) };
}

/**
 * The grid of `count` equal boxes with the shortest longest side, and among these the one with the least empty space.
 */
function stack(count: number, [x, y, z]: [number, number, number]): [number, number, number] {
  let best: [number, number, number] = [x * count, y, z];
  for (let a = 1; a <= count; a++) {
    for (let b = 1; b <= Math.ceil(count / a); b++) {
      const sides: [number, number, number] = [x * a, y * b, z * Math.ceil(count / (a * b))];
      if (isBetter(sides, best)) best = sides;
    }
  }
  return best;
}

function isBetter(a: readonly number[], b: readonly number[]): boolean {
  const volume = (sides: readonly number[]) => sides.reduce((product, side) => product * side, 1);
  const difference = Math.max(...a) - Math.max(...b);
  return difference < 0 || (difference === 0 && volume(a) < volume(b));
}
