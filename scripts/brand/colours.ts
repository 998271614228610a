import { contrast } from '#shared/look/contrast.ts';
import { mix } from '#shared/look/mix.ts';
import type { Answers } from './answers.ts';

/** The whole palette, by the names that the code uses, derived from five colours. */
export function paletteOf({ main, second, accent, ground, ink }: Answers['colours']): Record<string, string> {
  /** Lightens `from` until it is readable on its own dark background and dark text is readable on it. */
  const light = (from: string, on: string) => {
    for (let share = 0.45; share < 1; share += 0.05) {
      const colour = mix(from, '#ffffff', share);
      if (contrast(colour, on) >= 4.6 && contrast(colour, ink) >= 4.6) return colour;
    }
    return '#ffffff';
  };
  return {
    white: '#ffffff',
    ground,
    tint: mix(ground, main, 0.12),
    brand: main,
    'brand-dark': mix(main, '#000000', 0.22),
    'brand-light': light(main, ink),
    accent: light(accent, ink),
    'accent-light': mix(light(accent, ink), '#ffffff', 0.2),
    'accent-dark': mix(accent, '#000000', 0.2),
    second,
    'second-dark': mix(second, '#000000', 0.25),
    'second-light': light(second, second),
    ink,
    'ink-soft': softInk(ink, ground),
    line: mix(ground, ink, 0.16),
  };
}

/** The lightest readable ink colour. */
function softInk(ink: string, ground: string): string {
  let colour = ink;
  for (let share = 0.05; share < 0.5; share += 0.05) {
    const next = mix(ink, ground, share);
    if (contrast(next, mix(ground, ink, 0.06)) < 6) break;
    colour = next;
  }
  return colour;
}
