/** The only elements that a text of the owner's can have. */
export const TEXT_TAGS = [
  'h2',
  'h3',
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'br',
  'strong',
  'em',
  's',
  'a',
] as const;
export type TextTag = (typeof TEXT_TAGS)[number];
/** Text, or an element with what is in it; a link has its address, of a protocol that is safe. */
export type TextNode = string | readonly [tag: TextTag, children: readonly TextNode[], href?: string];
