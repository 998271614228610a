import { linear } from './contrast.ts';

/** Lightness 0 to 1, chroma, and hue in radians: colours of one lightness look equally light. */
export type Oklch = { l: number; c: number; h: number };

/** @see https://bottosson.github.io/posts/oklab/ */
export function toOklch(colour: string): Oklch {
  const [r = 0, g = 0, b = 0] = linear(colour);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(x, y), h: Math.atan2(y, x) };
}

/** As `#rrggbb`; a chroma that screens cannot show at this lightness is reduced. */
export function fromOklch({ l, c, h }: Oklch): string {
  for (let share = 1; share > 0; share -= 0.02) {
    const light = toLight(l, c * share * Math.cos(h), c * share * Math.sin(h));
    if (light.every((each) => each > -0.0005 && each < 1.0005)) return toHex(light);
  }
  return toHex(toLight(l, 0, 0));
}

function toLight(lightness: number, x: number, y: number): number[] {
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toHex(light: readonly number[]): string {
  const channels = light.map((each) => {
    const value = Math.min(1, Math.max(0, each));
    const shown = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(shown * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
