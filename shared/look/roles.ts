/**
 * The colours that the owner chooses, by their names in brand/palette.css: the page, soft areas, headings and buttons,
 * second buttons, links and the footer, text.
 */
export const COLOUR_ROLES = ['ground', 'tint', 'brand', 'accent', 'second', 'ink'] as const;
export type ColourRole = (typeof COLOUR_ROLES)[number];
/** Each as `#rrggbb`, in lower case. */
export type LookColours = Readonly<Record<ColourRole, string>>;
