import { readFileSync } from 'node:fs';
import { toPlainText, toTextNodes } from '#server/rich-text.ts';
import { bestOf } from '#shared/admin/find-rank.ts';
import { FALLBACK_LANGUAGE, forEachLanguage, LANGUAGES, type Localized } from '#shared/core/language.ts';
import { memoize } from '#shared/core/memoize.ts';
import type { TextNode } from '#shared/core/rich-text.ts';
import { slugOf } from '#shared/core/slug.ts';

type Chapter = {
  /** From its heading in the first language. */
  id: string;
  title: Localized;
  body: Record<keyof Localized, TextNode[]>;
  /** All its words, in every language. */
  words: string;
};

/** Many chapters mention a word; the first ones are about it. */
const MAX_FOUND = 3;

const FILES: Readonly<Record<keyof Localized, string>> = { en: 'owner-guide.md', es: 'owner-guide.es.md' };

/** The chapters of the guide, read once. The guides have the same chapters in every language. */
export const chapters = (): readonly Chapter[] => readGuide('');

const readGuide = memoize(() => {
  const read = forEachLanguage((language) => chaptersIn(readFile(FILES[language])));
  return read[FALLBACK_LANGUAGE].map((_, i): Chapter => {
    const title = forEachLanguage((language) => read[language][i]?.title ?? '');
    const body = forEachLanguage((language) => toTextNodes(read[language][i]?.text ?? '', { values: {} }));
    const words = LANGUAGES.map((language) => toPlainText(body[language])).join('\n');
    return { id: slugOf(title[FALLBACK_LANGUAGE]), title, body, words };
  });
});

/** Empty where the docs are not installed. */
function readFile(name: string): string {
  try {
    return readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}

function chaptersIn(markdown: string): { title: string; text: string }[] {
  return markdown
    .split(/^#{2,3} /m)
    .slice(1)
    .map((chapter) => {
      const end = chapter.indexOf('\n');
      return { title: chapter.slice(0, end).trim(), text: plainMarkdown(chapter.slice(end)) };
    });
}

/** Without pictures; tables as lists, and paragraphs on one line, because `markdown` keeps line breaks. */
function plainMarkdown(text: string): string {
  return text
    .replace(/<img [^>]*>/g, '')
    .replace(/^\|[^\n]*\|\n\| ?-[^\n]*\|\n/gm, '')
    .replace(/^\| *([^|\n]*?) *\| *([^|\n]*?) *\|$/gm, '- **$1**: $2')
    .replace(/(\S)\n *(?![-*] |\d+\. |#)(?=\S)/g, '$1 ');
}

export function findChapters(q: string, limit: number): Pick<Chapter, 'id' | 'title'>[] {
  const textsOf = ({ title, words }: Chapter) => [...Object.values(title), words];
  return bestOf(chapters(), q, { textsOf, limit: Math.min(limit, MAX_FOUND) }).map(({ id, title }) => ({ id, title }));
}
