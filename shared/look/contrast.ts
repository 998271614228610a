/** The contrast that text needs, by WCAG 2.2 (1.4.3, level AA). */
export const TEXT_CONTRAST = 4.5;

/** The contrast of two colours such as `#a81d3a`, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

export const isReadable = (a: string, b: string): boolean => contrast(a, b) >= TEXT_CONTRAST;

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = linear(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Red, green and blue as amounts of light, 0 to 1. */
export const linear = (colour: string): number[] =>
  [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
