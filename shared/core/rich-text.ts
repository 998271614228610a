/** The only elements allowed in the owner's texts. */
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
/** Text, or an element with its children; a link has an address with a safe protocol. */
export type TextNode = string | readonly [tag: TextTag, children: readonly TextNode[], href?: string];
