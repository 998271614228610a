import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';

/**
 * A second brand, made from the first: every text in it is turned by 13 letters (Caesar's way), every colour by its
 * channels, every picture and logo is a plain one, and the facts are another company's. What a shop that is built with
 * it still shows of the first was not taken from `brand/`.
 */
export async function makeSecondBrand(from: string, to: string): Promise<void> {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.test.ts')) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    mkdirSync(dirname(target), { recursive: true });
    const write = WRITERS[extname(entry.name)];
    if (!write) throw new Error(`This test does not know what to make of ${source}`);
    await write(source, target);
  }
}

const text = (path: string) => readFileSync(path, 'utf8');
const WRITERS: Readonly<Record<string, (source: string, target: string) => unknown>> = {
  '.json': (source, target) => writeFileSync(target, JSON.stringify(turned(JSON.parse(text(source)), () => true))),
  '.md': (source, target) => writeFileSync(target, turnText(text(source)).replace(/^fhowrpg:/, 'subject:')),
  '.css': (source, target) => writeFileSync(target, turnColours(text(source))),
  '.svg': (source, target) => {
    const size = /viewBox="[^"]+"/.exec(text(source))?.[0] ?? 'viewBox="0 0 64 64"';
    writeFileSync(
      target,
      `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path fill="#123456" d="M0 0h64v64z"/></svg>`,
    );
  },
  '.jpg': async (source, target) => {
    const { width, height } = await sharp(source).metadata();
    // As wide as the page for buyers asks for, and no wider: the encoders are what takes time.
    const size = Math.min(width, 960);
    const create = {
      width: size,
      height: Math.round((size * height) / width),
      channels: 3,
      background: '#123456',
    } as const;
    await sharp({ create })
      .jpeg()
      .toFile(join(dirname(target), `${turnText(basename(target, '.jpg'))}.jpg`));
  },
  '.ts': async (source, target) => {
    const module = (await import(pathToFileURL(resolve(source)).href)) as Record<string, unknown>;
    const values = source.endsWith('facts.ts') ? { facts: otherFacts(module.facts as Facts) } : module;
    const isText = (path: string[]) => path.at(-1) === 'en' || path.at(-1) === 'es';
    const lines = Object.entries(values).map(
      ([name, value]) => `export const ${name} = ${turnColours(JSON.stringify(turned(value, isText)))};`,
    );
    writeFileSync(
      target,
      lines
        .join('\n')
        // Products have other numbers, and pictures other names.
        .replaceAll('"id":"box', '"id":"tin')
        .replaceAll(/"file":"([^"]+)\.jpg"/g, (_, name: string) => `"file":"${turnText(name)}.jpg"`),
    );
  },
};

type Facts = { address: object; hours: object } & Record<string, unknown>;
/** Another company in another city of the same state, whose rules of free shipping are the specification's. */
function otherFacts(facts: Facts): Facts {
  return {
    ...facts,
    name: 'Tía Pacana',
    legalName: 'Tía Pacana Inc.',
    email: 'buenas@tiapacana.example',
    wholesaleEmail: 'tiendas@tiapacana.example',
    phone: '+1 850-555-0199',
    phoneHref: '+18505550199',
    address: { street: '77 Pecan Row', city: 'Pensacola', state: 'FL', zipCode: '32501', country: 'US' },
    city: 'Pensacola',
    founder: 'Socorro Ibáñez',
    handle: '@tiapacana',
    social: { instagram: 'https://www.instagram.com/tiapacana', tiktok: 'https://www.tiktok.com/@tiapacana' },
    mapDefault: 'Pensacola, FL',
    timeZone: 'America/Chicago',
  };
}

function turned(value: unknown, isText: (path: string[]) => boolean, path: string[] = []): unknown {
  if (typeof value === 'string') return isText(path) ? turnText(value) : value;
  if (Array.isArray(value)) return value.map((one, i) => turned(one, isText, [...path, String(i)]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, turned(one, isText, [...path, key])]));
}

/** By 13 letters; names in braces are the code's and stay. */
export function turnText(words: string): string {
  return words.replace(/\{\{?\s*\w+\s*\}?\}|[a-zA-Z]/g, (found) => {
    if (found.length > 1) return found;
    const base = found <= 'Z' ? 65 : 97;
    return String.fromCharCode(((found.charCodeAt(0) - base + 13) % 26) + base);
  });
}

/** Red and blue change places, and no colour stays as it was. */
function turnColours(css: string): string {
  return css
    .replace(/#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b/gi, (all, r, g, b) => (isWhite(all) ? all : `#${b}${g}${r}`))
    .replace(/rgb\((\d+) (\d+) (\d+)/g, 'rgb($3 $2 $1');
}
export const isWhite = (colour: string) => /^#f{6}$/i.test(colour);
