import { feedPath, pageAddress, STORIES_PATH, storyPath } from '#shared/content/page-address.ts';
import type { StoryPage } from '#shared/content/story-page.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { PUBLIC_ORIGIN } from '#shared/core/public-origin.ts';
import type { TextNode } from '#shared/core/rich-text.ts';

/** Feed readers need only the newest; older stories stay on the site. */
const ENTRIES = 50;

/**
 * The stories of a language as an Atom feed (RFC 4287), newest first. Stories are included as text, or as the few
 * elements that a page shows, serialized and escaped once more.
 *
 * @param words of the page that lists the stories, and the shop's name
 */
export function storyFeed(
  stories: readonly StoryPage[],
  language: Language,
  words: { title: string; description: string; name: string },
): string {
  const others = LANGUAGES.filter((each) => each !== language);
  const link = (rel: string, type: string, of: Language, href: string) =>
    `<link rel="${rel}" type="${type}" hreflang="${of}" href="${escapeXml(href)}"/>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `  <id>${PUBLIC_ORIGIN}${feedPath(language)}</id>`,
    `  <title>${escapeXml(words.title)}</title>`,
    `  <subtitle>${escapeXml(words.description)}</subtitle>`,
    `  <updated>${timeOf(stories[0]?.publishedOn ?? '1970-01-01')}</updated>`,
    `  <author><name>${escapeXml(words.name)}</name></author>`,
    `  ${link('self', ATOM, language, PUBLIC_ORIGIN + feedPath(language))}`,
    `  ${link('alternate', 'text/html', language, pageAddress(STORIES_PATH, language))}`,
    ...others.map((each) => `  ${link('related', ATOM, each, PUBLIC_ORIGIN + feedPath(each))}`),
    ...stories.slice(0, ENTRIES).map((story) => entry(story, language, link)),
    '</feed>\n',
  ].join('\n');
}

const ATOM = 'application/atom+xml';

function entry(
  story: StoryPage,
  language: Language,
  link: (rel: string, type: string, of: Language, href: string) => string,
): string {
  const { id, title, summary, publishedOn, text } = story;
  const recipe = text?.recipe;
  const list = (tag: 'ul' | 'ol', lines: readonly string[]): TextNode => [
    tag,
    lines.map((line): TextNode => ['li', [line]]),
  ];
  const nodes: TextNode[] = [
    ...(text?.body[language] ?? []),
    ...(recipe ? [list('ul', recipe.ingredients[language]), list('ol', recipe.steps[language])] : []),
  ];
  return [
    '  <entry>',
    // The id stays the same when the story's address changes.
    `    <id>${PUBLIC_ORIGIN}${STORIES_PATH}#${id}.${language}</id>`,
    `    <title>${escapeXml(title[language])}</title>`,
    `    <published>${timeOf(publishedOn)}</published>`,
    `    <updated>${timeOf(publishedOn)}</updated>`,
    ...LANGUAGES.map(
      (each) => `    ${link('alternate', 'text/html', each, pageAddress(storyPath(story, each), each))}`,
    ),
    `    <summary>${escapeXml(summary[language])}</summary>`,
    `    <content type="html">${escapeXml(nodes.map(toHtml).join(''))}</content>`,
    '  </entry>',
  ].join('\n');
}

/** A day without a time: its beginning in UTC. */
const timeOf = (day: string) => `${day}T00:00:00Z`;

const EMPTY_TAGS: readonly string[] = ['br', 'hr'];

function toHtml(node: TextNode): string {
  if (typeof node === 'string') return escapeXml(node);
  const [tag, children, href] = node;
  if (EMPTY_TAGS.includes(tag)) return `<${tag}>`;
  // Pages of the shop are linked without its origin.
  const at = href?.startsWith('/') ? PUBLIC_ORIGIN + href : href;
  return `<${tag}${at === undefined ? '' : ` href="${escapeXml(at)}"`}>${children.map(toHtml).join('')}</${tag}>`;
}

/** Characters that XML 1.0 does not allow, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
