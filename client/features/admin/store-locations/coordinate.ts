/** Parses an input for degrees: a plain decimal number; anything else is 0 (docs/specification.md#stores). */
export function toCoordinate(value: unknown): number {
  const text = String(value).trim();
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : 0;
}

/** Four decimals, some ten metres (docs/specification.md#stores). */
export function formatCoordinates(latitude: number | string, longitude: number | string): string {
  return `${Number(latitude).toFixed(4)}, ${Number(longitude).toFixed(4)}`;
}
