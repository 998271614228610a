import * as m from '#messages';
import { COLOUR_ROLES, type ColourRole } from '#shared/look/roles.ts';

/** Each colour by what it is for. */
export const roleNames: Readonly<Record<ColourRole | 'white', () => string>> = {
  ground: m.admin_look_ground,
  tint: m.admin_look_tint,
  brand: m.admin_look_brand,
  accent: m.admin_look_accent,
  second: m.admin_look_second,
  ink: m.admin_look_ink,
  white: m.admin_look_white,
};
export const roleHints: Readonly<Record<ColourRole, () => string>> = {
  ground: m.admin_look_ground_hint,
  tint: m.admin_look_tint_hint,
  brand: m.admin_look_brand_hint,
  accent: m.admin_look_accent_hint,
  second: m.admin_look_second_hint,
  ink: m.admin_look_ink_hint,
};

/** Labels of the fields, for lists of changes; the pictures follow the logo. */
const labels: Readonly<Record<string, () => string>> = {
  name: m.admin_look_name,
  logo: m.admin_look_logo,
  colours: m.admin_look_colours,
  pictures: m.admin_look_pictures,
};
export const lookLabel = (field: string): string => labels[field]?.() ?? field;

/** A field as text. */
export function lookValueText(field: string, value: unknown): string {
  if (field === 'name') return String(value);
  if (field === 'colours') {
    const colours = (value ?? {}) as Partial<Record<ColourRole, string>>;
    return COLOUR_ROLES.map((role) => `${roleNames[role]()} ${colours[role] ?? ''}`).join(', ');
  }
  return value ? m.admin_look_logo_own() : m.admin_look_logo_built();
}
