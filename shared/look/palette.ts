import { colours as mailColours } from '#brand/emails/colours.ts';
import { contrast, isReadable, TEXT_CONTRAST } from './contrast.ts';
import { mix } from './mix.ts';
import { fromOklch, toOklch } from './oklch.ts';
import { COLOUR_ROLES, type ColourRole, type LookColours } from './roles.ts';

/** The colours of the brand; its mails have the same ones under other names. */
export const brandColours: LookColours = {
  ground: mailColours.ground.toLowerCase(),
  tint: mailColours.panel.toLowerCase(),
  brand: mailColours.brand.toLowerCase(),
  accent: mailColours.accent.toLowerCase(),
  second: mailColours.link.toLowerCase(),
  ink: mailColours.ink.toLowerCase(),
};

/** The colour of cards and fields, which the owner cannot change. */
export const WHITE = '#ffffff';
type Side = ColourRole | 'white';

/** Two colours of which one is text on the other, somewhere on the pages. */
export const TEXT_PAIRS: readonly (readonly [ColourRole, Side])[] = [
  ['ink', 'ground'],
  ['ink', 'tint'],
  ['ink', 'white'],
  ['ink', 'accent'],
  ['brand', 'ground'],
  ['brand', 'tint'],
  ['brand', 'white'],
  ['second', 'ground'],
  ['second', 'tint'],
  ['second', 'white'],
];

const colourOf = (colours: LookColours, side: Side) => (side === 'white' ? WHITE : colours[side]);

/** A pair whose text cannot be read. `ratio` is its contrast. */
export type ContrastFault = { role: ColourRole; other: Side; ratio: number };

/** The unreadable pairs. */
export function contrastFaults(colours: LookColours): ContrastFault[] {
  return TEXT_PAIRS.flatMap(([role, other]) => {
    const ratio = contrast(colours[role], colourOf(colours, other));
    return ratio < TEXT_CONTRAST ? [{ role, other, ratio }] : [];
  });
}

const LIGHTNESS_STEP = 0.002;

/**
 * The colour nearest in lightness that is readable in every pair of this role.
 *
 * @returns `null` if no lightness works with the other colours
 */
export function nearestColour(role: ColourRole, colours: LookColours): string | null {
  const others = TEXT_PAIRS.flatMap(([a, b]) => (a === role ? [b] : b === role ? [a] : []));
  const isFine = (colour: string) => others.every((other) => isReadable(colour, colourOf(colours, other)));
  return nearest(colours[role], isFine);
}

/** The colour nearest in lightness that is readable on another. */
export function readableOn(colour: string, back: string): string {
  return nearest(colour, (each) => isReadable(each, back)) ?? WHITE;
}

function nearest(colour: string, isFine: (colour: string) => boolean): string | null {
  if (isFine(colour)) return colour;
  const from = toOklch(colour);
  for (let step = LIGHTNESS_STEP; step <= 1; step += LIGHTNESS_STEP) {
    for (const l of [from.l - step, from.l + step]) {
      const tried = l < 0 || l > 1 ? null : fromOklch({ ...from, l });
      if (tried !== null && isFine(tried)) return tried;
    }
  }
  return null;
}

/** Lightens a colour until it is readable on its dark background, and dark text on it. */
export function lightened(from: string, on: string, ink: string): string {
  for (let share = 0.45; share < 1; share += 0.05) {
    const colour = mix(from, WHITE, share);
    if (contrast(colour, on) >= 4.6 && contrast(colour, ink) >= 4.6) return colour;
  }
  return WHITE;
}

/** The lightest readable ink colour. */
function softInk({ ink, ground, tint }: LookColours): string {
  let colour = ink;
  for (let share = 0.05; share < 0.5; share += 0.05) {
    const next = mix(ink, ground, share);
    if (contrast(next, mix(ground, ink, 0.06)) < 6 || !isReadable(next, tint)) break;
    colour = next;
  }
  return colour;
}

/** The shades that follow the six colours: their names in the palette, and the colours that each is made of. */
const SHADES: Readonly<Record<string, { from: readonly ColourRole[]; of(colours: LookColours): string }>> = {
  'brand-dark': { from: ['brand'], of: ({ brand }) => mix(brand, '#000000', 0.22) },
  'brand-light': { from: ['brand', 'ink'], of: ({ brand, ink }) => lightened(brand, ink, ink) },
  'accent-light': { from: ['accent'], of: ({ accent }) => mix(accent, WHITE, 0.2) },
  'accent-dark': { from: ['accent'], of: ({ accent }) => mix(accent, '#000000', 0.2) },
  'second-dark': { from: ['second'], of: ({ second }) => mix(second, '#000000', 0.25) },
  'second-light': { from: ['second', 'ink'], of: ({ second, ink }) => lightened(second, second, ink) },
  'ink-soft': { from: ['ink', 'ground', 'tint'], of: softInk },
  line: { from: ['ground', 'ink'], of: ({ ground, ink }) => mix(ground, ink, 0.16) },
};

/** Every shade of the six colours, by its name in the palette. */
export function shadesOf(colours: LookColours): Record<string, string> {
  return Object.fromEntries(Object.entries(SHADES).map(([name, { of }]) => [name, of(colours)]));
}

/** The colours of the palette that differ from the brand's, by name; empty if none does. */
export function changedPalette(colours: LookColours): Record<string, string> {
  const changed = new Set(COLOUR_ROLES.filter((role) => colours[role] !== brandColours[role]));
  const shades = Object.entries(SHADES).filter(([, { from }]) => from.some((role) => changed.has(role)));
  return Object.fromEntries([
    ...[...changed].map((role) => [role, colours[role]] as const),
    ...shades.map(([name, { of }]) => [name, of(colours)] as const),
  ]);
}
