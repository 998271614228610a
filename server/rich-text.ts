import type { Token } from 'markdown-it';
import { TEXT_TAGS, type TextNode, type TextTag } from '#shared/core/rich-text.ts';
import { markdown, UNSEEN } from './markdown.ts';

/** The values of a text's placeholders. */
export type TextValues = Readonly<Record<string, string>>;
/** Lists by their placeholder, which is a paragraph of its own; an empty list removes the paragraph. */
type TextLists = Readonly<Record<string, readonly string[]>>;
type Context = { values: TextValues; lists?: TextLists };

const PLACEHOLDER = /\{\{[ \t]{0,8}(\w{1,63})[ \t]{0,8}\}\}/g;
const PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const TAGS: ReadonlySet<string> = new Set(TEXT_TAGS);
/** The page itself has the only first-level heading. */
const OTHER_TAGS: Readonly<Record<string, TextTag>> = { h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3' };

/**
 * Parses Markdown into a tree of a few elements. It produces no HTML: the page gives each piece to React as text.
 * Placeholders are filled after parsing, so values cannot add Markdown or HTML.
 */
export function toTextNodes(source: string, context: Context): TextNode[] {
  // A link's URL must not contain blanks, so `{{ name }}` becomes `{{name}}` before the Markdown is parsed.
  const tokens = markdown.parse(
    source.replace(PLACEHOLDER, (_, name: string) => `{{${name}}}`),
    {},
  );
  const { values, lists = {} } = context;
  // Inside a sentence, the entries of a list are joined.
  const lines = Object.fromEntries(Object.entries(lists).map(([name, entries]) => [name, entries.join(' ')]));
  return build(tokens, { values: { ...lines, ...values }, lists });
}

/** The text of a tree, each block on its own lines. */
export function toPlainText(nodes: readonly TextNode[]): string {
  const text = nodes.map((node) => {
    if (typeof node === 'string') return node;
    const [tag, children] = node;
    const inner = toPlainText(children);
    if (tag === 'br') return '\n';
    if (tag === 'li') return `- ${inner}\n`;
    return BLOCKS.has(tag) ? `${inner}\n\n` : inner;
  });
  return text
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const BLOCKS: ReadonlySet<TextTag> = new Set(['h2', 'h3', 'p', 'ul', 'ol', 'blockquote', 'hr']);

/** One line of plain text, with its placeholders filled. */
export function fillLine(source: string, values: TextValues): string {
  return fill(source, values);
}

type Open = { tag: TextTag | null; href?: string; children: TextNode[] };

function build(tokens: readonly Token[], context: Required<Context>): TextNode[] {
  const root: Open = { tag: null, children: [] };
  const stack = [root];
  const top = () => stack.at(-1) ?? root;
  const close = () => {
    const done = stack.length > 1 ? stack.pop() : undefined;
    if (done) top().children.push(...finished(done));
  };
  for (const token of tokens) {
    if (token.type === 'inline') {
      const children = token.children ?? [];
      const list = top().tag === 'p' ? listOf(token.content, context.lists) : null;
      if (list) {
        top().tag = list.length > 0 ? 'ul' : null;
        top().children.push(...list.map((text): TextNode => ['li', [text]]));
      } else top().children.push(...build(children, context));
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') top().children.push(['br', []]);
    else if (token.type === 'hr') top().children.push(['hr', []]);
    else if (token.nesting === 1) stack.push(opened(token, context.values));
    else if (token.nesting === -1) close();
    else if (token.content) top().children.push(fill(token.content, context.values));
  }
  while (stack.length > 1) close();
  return root.children;
}

/** The list, if a paragraph consists of nothing else. */
function listOf(paragraph: string, lists: TextLists): readonly string[] | null {
  const [, name = ''] = /^\{\{(\w{1,63})\}\}$/.exec(paragraph.trim()) ?? [];
  return Object.hasOwn(lists, name) ? (lists[name] ?? null) : null;
}

function opened(token: Token, values: TextValues): Open {
  const tag = OTHER_TAGS[token.tag] ?? token.tag;
  // Paragraphs of a tight list have no element.
  if (token.hidden || !TAGS.has(tag)) return { tag: null, children: [] };
  if (tag !== 'a') return { tag: tag as TextTag, children: [] };
  const href = linkAddress(String(token.attrGet('href') ?? ''), values);
  return href === null ? { tag: null, children: [] } : { tag: 'a', href, children: [] };
}

function finished({ tag, href, children }: Open): TextNode[] {
  if (tag === null) return children;
  return [href === undefined ? [tag, children] : [tag, children, href]];
}

/** A link's address with its placeholders filled, or `null` if pages must not contain it. */
function linkAddress(template: string, values: TextValues): string | null {
  const filled = fill(template, values);
  // A page of the shop itself.
  if (/^\/(?![/\\])[\w/-]*(#[\w-]+)?$/.test(filled)) return filled;
  const address = filled.startsWith('tel:') ? filled.replace(/[\s()-]/g, '') : filled;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return PROTOCOLS.has(url.protocol) ? url.href : null;
}

function fill(text: string, values: TextValues): string {
  return text
    .replace(PLACEHOLDER, (all, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : all))
    .replace(UNSEEN, '');
}
