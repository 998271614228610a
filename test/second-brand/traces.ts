import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Finds traces of a brand in a text. `isCode`: its comments and messages may share a sentence with any text, so only
 * the brand's vocabulary counts.
 */
export type TraceFinder = (content: string, options?: { isCode: boolean }) => string[];

/** Short words and headings occur in any shop; a phrase of this length and three words is specific. */
const OWN_LENGTH = 20;
const THREE_WORDS = /\S \S+ \S/;
/** Facts that another company may share. */
const COMMON_FACTS = /^(US|FL|en|es|[A-Z][a-z]+day|\d\d:\d\d|America\/\w+)$/;
/** Vocabulary of the first brand that nothing outside `brand/` has a reason to use. */
const WORLD =
  /do[ñn]a ?guayaba|guayab|guava|cuban|hialeah|miami|calle ocho|little havana|pastelito|cortadit|cafecit|galleta|caridad/gi;

const isWhite = (colour: string) => /^#f{6}$/i.test(colour);

/**
 * All texts of a brand: texts, mails, facts and colours, and its vocabulary. What `other` also contains (words of a
 * checkout, of the admin) is not specific.
 */
export async function traceFinder(brand: string, other?: string): Promise<TraceFinder> {
  const [own, shared] = [await sayingsOf(brand), other ? await sayingsOf(other) : undefined];
  const isOwn = (text: string) => !shared?.texts.has(text);
  const needles = [...own.texts, ...own.facts].filter(isOwn);
  const colours = [...own.colours].filter((colour) => !shared?.colours.has(colour));
  const names = [...own.vocabulary].sort((a, b) => b.length - a.length).join('|');
  const permitted = new RegExp(`(?<=[-"'\`/:.,{(])(?:${names})(?=[^\\w]|$)`, 'g');

  return (content, { isCode } = { isCode: false }) => {
    const plain = decode(content);
    const lower = plain.toLowerCase();
    const found = isCode ? [] : needles.filter((needle) => plain.includes(needle));
    found.push(...colours.filter((colour) => lower.includes(colour)));
    const rest = plain.replace(permitted, '');
    for (const match of rest.matchAll(WORLD)) found.push(around(rest, match.index));
    return [...new Set(found)];
  };
}

type Sayings = { texts: Set<string>; facts: Set<string>; colours: Set<string>; vocabulary: Set<string> };

async function sayingsOf(brand: string): Promise<Sayings> {
  const texts: string[] = [];
  const facts: string[] = [];
  const colours = new Set<string>();
  const vocabulary: string[] = [];
  for (const entry of readdirSync(brand, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const kind = entry.isFile() && !entry.name.endsWith('.test.ts') ? extname(path) : '';
    if (kind === '.json') texts.push(...Object.values(JSON.parse(readFileSync(path, 'utf8')) as object));
    if (kind === '.md') texts.push(...readFileSync(path, 'utf8').split('\n'));
    if (kind === '.css' || path.endsWith('look.ts')) {
      const source = readFileSync(path, 'utf8');
      for (const [colour] of source.matchAll(/#[0-9a-f]{6}\b/gi))
        if (!isWhite(colour)) colours.add(colour.toLowerCase());
      // The code uses colours by these names, with the brand's own values.
      for (const [, name = ''] of source.matchAll(/--color-([a-z-]+):/g)) vocabulary.push(name);
    }
    if (kind !== '.ts') continue;
    const module = (await import(pathToFileURL(resolve(path)).href)) as object;
    for (const { key, value } of leaves(module)) {
      if (key === 'en' || key === 'es') texts.push(value);
      else if (path.endsWith('facts.ts') && !COMMON_FACTS.test(value)) facts.push(value);
    }
    // The same for the places of pictures.
    if ('images' in module) vocabulary.push(...Object.keys(module.images as object));
  }
  const own = texts
    .flatMap((text) => text.split(/\{+\s*\w+\s*\}+/))
    .map((part) => part.trim())
    .filter((part) => part.length >= OWN_LENGTH && THREE_WORDS.test(part));
  return { texts: new Set(own), facts: new Set(facts), colours, vocabulary: new Set(vocabulary) };
}

function* leaves(value: unknown, key = ''): Generator<{ key: string; value: string }> {
  if (typeof value === 'string') yield { key, value };
  else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) yield* leaves(one, name);
  }
}

/** HTML and JSON escape some letters. */
function decode(content: string): string {
  return content
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('\\"', '"')
    .replaceAll('<!-- -->', '');
}

function around(content: string, at: number): string {
  return `…${content.slice(Math.max(0, at - 40), at + 40).replaceAll(/\s+/g, ' ')}…`;
}
