import * as z from 'zod/mini';
import { facts } from '#brand/facts.ts';
import { changeFields, itemState } from '#shared/content/item.ts';
import { lineText } from '#shared/core/fields.ts';
import { issueMessage } from '#shared/core/issue.ts';
import { brandColours, contrastFaults, nearestColour } from './palette.ts';
import { LOGO_NAME } from './pictures.ts';
import { COLOUR_ROLES, type ColourRole } from './roles.ts';

/** The largest drawing, in bytes; a logo has a few thousand. */
export const MAX_SVG_BYTES = 200_000;
/** The largest picture of a logo, in bytes. */
export const MAX_LOGO_BYTES = 5 * 1024 * 1024;
/** The longest name of a shop. */
export const MAX_SHOP_NAME = 40;

/** The name of a stored logo, such as `0123456789abcdef-927x160.svg`, with its size in pixels. */
export const logoField = z.string('invalid').check(z.regex(LOGO_NAME, 'invalid'));

const colourField = () =>
  z.pipe(
    z.pipe(
      z.string('invalid'),
      z.transform((text) => text.trim().toLowerCase()),
    ),
    z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'colour_invalid')),
  );
const perRole = <T>(of: (role: ColourRole) => T) =>
  Object.fromEntries(COLOUR_ROLES.map((role) => [role, of(role)])) as Record<ColourRole, T>;

/** Names are filled into sentences, where a brace would start a placeholder. */
const nameField = lineText(MAX_SHOP_NAME).check(z.refine((text) => !/[{}]/.test(text), 'text_unsafe'));
const input = { name: nameField, logo: z.nullable(logoField), colours: z.object(perRole(colourField)) };
const lookSchema = z.object(input);

/** The shop's name, its logo (`null`: the brand's) and its six colours. */
export type LookFields = z.output<typeof lookSchema>;

/** The look that a brand begins with. */
export const brandLook: LookFields = { name: facts.name, logo: null, colours: { ...brandColours } };

/**
 * What is wrong with a look; empty when it may be public. The fault of an unreadable colour has the nearest readable
 * one.
 */
export function faultsInLook(given: unknown): { path: string; code: string }[] {
  const parsed = z.safeParse(lookSchema, given);
  if (parsed.error) return parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), code: message }));
  const { colours } = parsed.data;
  const roles = new Set(contrastFaults(colours).map(({ role }) => role));
  return [...roles].map((role) => {
    const colour = nearestColour(role, colours);
    return {
      path: `colours.${role}`,
      code: colour === null ? 'contrast_none' : issueMessage('contrast_low', { colour }),
    };
  });
}

/**
 * PUT /api/admin/look: saves name, logo and colours as a draft; `publish` publishes them as one revision. A stale
 * `version` is a 409 with the current look as `current`. DELETE, with `?version=`, restores the brand's.
 */
export const lookChangeSchema = z.object({ ...input, ...changeFields });
export type LookChange = z.output<typeof lookChangeSchema>;

/** The look with its draft over the published one; `published` is the public one, `pictures` the set made from its logo. */
const known = { name: z.string(), logo: z.nullable(z.string()), colours: z.object(perRole(() => z.string())) };
export const adminLookSchema = z.object({ ...known, pictures: z.string(), published: z.object(known), ...itemState });
export type AdminLook = z.output<typeof adminLookSchema>;

/** The answer to an uploaded logo: the name by which a look refers to it. */
export const logoAnswerSchema = z.object({ logo: z.string() });

/** The parts of a changed look that replace those of the brand. A document's data block has only the logo. */
export type PublicLook = {
  /** The owner's logo: its path, and its size in pixels. */
  logo?: { src: string; width: number; height: number };
  /** The name of the set of pictures made from the logo. */
  pictures?: string;
  /** Changed colours of the palette, by name. */
  palette?: Readonly<Record<string, string>>;
};
