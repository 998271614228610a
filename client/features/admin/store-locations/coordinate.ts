/** What an input for degrees means: a plain decimal number, anything else is 0 (the specification, 5). */
export function toCoordinate(value: unknown): number {
  const text = String(value).trim();
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : 0;
}

/** Four decimals, some ten metres: the specification, 2. */
export function formatCoordinates(latitude: number | string, longitude: number | string): string {
  return `${Number(latitude).toFixed(4)}, ${Number(longitude).toFixed(4)}`;
}
