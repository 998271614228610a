import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PageAddresses } from '#shared/content/page-addresses.ts';
import { policyPath } from '#shared/content/policy-page.ts';
import { forEachLanguage, LANGUAGES, type Language } from '#shared/core/language.ts';
import { PUBLIC_ORIGIN } from '#shared/core/public-origin.ts';
import { type Packed, pack, packSync } from './pack.ts';

export type Variant = { body: Buffer; encoding?: 'br' | 'gzip' };
/** One file in all its encodings, best first, uncompressed last. */
export type StoredFile = { variants: Variant[]; type: string; etag: string };

/**
 * All static files in memory: compressed, with one ETag per representation. A publish replaces everything together; the
 * maps themselves never change.
 */
export type Site = {
  /** Pages by language and path, such as `es` and `/about`; `/404` is for unknown paths, `/410` for removed ones. */
  pages: Record<Language, Map<string, StoredFile>>;
  /** Earlier paths of pages, with the current ones. */
  moved: ReadonlyMap<string, string>;
  /** Paths of removed pages. */
  gone: ReadonlySet<string>;
  files: Map<string, StoredFile>;
  /** The admin's one document; its screens are rendered in the browser. */
  admin: StoredFile | undefined;
};

/** Content types by file extension; others are sent as application/octet-stream. */
export const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.atom': 'application/atom+xml; charset=utf-8',
};
const TEXTS = new Set(['.html', '.xml', '.atom', '.txt', '.json', '.webmanifest']);
/** Files of the build or of a working copy that visitors do not need. */
const PRIVATE = /(^|\/)\.|\.(br|gz|map)$/;

/**
 * Reads the built site and inserts the shop's public address, which the build did not know.
 *
 * @param dist the build's folder: `pages/{en,es}/…html` and `client/…`
 * @param publicUrl scheme, host and port, such as `https://www.shop.example`
 * @param partners joined by hyphens: selects the privacy policy that the build has rendered for them, if there is one
 */
export function loadSite(dist: string, publicUrl: string, partners = ''): Site {
  const pages = forEachLanguage((language) => {
    const found = new Map<string, StoredFile>();
    for (const [name, file] of readFolder(join(dist, 'pages', language), publicUrl)) {
      found.set(pathOf(name), file);
    }
    const privacy = join(dist, privacyFile(partners, language));
    if (partners !== '' && existsSync(privacy)) found.set(policyPath('privacy'), readStored(privacy, publicUrl));
    return found;
  });
  const addresses = join(dist, 'pages', ADDRESSES);
  const known = existsSync(addresses) ? (JSON.parse(readFileSync(addresses, 'utf8')) as PageAddresses) : null;
  const files = new Map([...readFolder(join(dist, 'client'), publicUrl)].map(([name, file]) => [`/${name}`, file]));
  const admin = files.get('/admin.html');
  files.delete('/admin.html');
  return { ...withAddresses(pages, known), files, admin };
}

/**
 * The file in `dist` with the privacy policy for these partners. The build renders one for each combination, because it
 * does not know the shop's partners.
 */
export const privacyFile = (partners: string, language: Language): string =>
  `render/privacy/${partners}.${language}.html`;

/** The file with the other paths of the pages, in the same folder. */
const ADDRESSES = 'addresses.json';

/** Adds the paths that show another path's page, in each language. */
function withAddresses(pages: Site['pages'], addresses: PageAddresses | null): Pick<Site, 'pages' | 'moved' | 'gone'> {
  for (const language of LANGUAGES) {
    for (const [path, shown] of Object.entries(addresses?.same[language] ?? {})) {
      const page = pages[language].get(shown);
      if (page) pages[language].set(path, page);
    }
  }
  return { pages, moved: new Map(Object.entries(addresses?.moved ?? {})), gone: new Set(addresses?.gone) };
}

/** Pages and files that were rendered after the build, by their names in `dist`, such as `pages/en/index.html`. */
export type RenderedFiles = ReadonlyMap<string, Packed>;

/** Replaces the build's pages by rendered ones, and adds rendered files. @param built the site of the build */
export function withRendered(built: Site, rendered: RenderedFiles): Site {
  const pages = forEachLanguage(() => new Map<string, StoredFile>());
  // The feed exists only while it has entries.
  const files = new Map([...built.files].filter(([path]) => extname(path) !== '.atom'));
  let addresses: PageAddresses | null = null;
  let { admin } = built;
  for (const [name, packed] of rendered) {
    const body = gunzipSync(packed.gz);
    if (name === `pages/${ADDRESSES}`) addresses = JSON.parse(body.toString()) as PageAddresses;
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const file = { variants: variantsOf(packed, body), type, etag: etagOf(body) };
    const [, folder, path = ''] = /^(\w+)\/(.*)$/.exec(name) ?? [];
    const language = LANGUAGES.find((each) => path.startsWith(`${each}/`));
    if (path === 'admin.html') admin = file;
    else if (folder === 'client') files.set(`/${path}`, file);
    else if (folder === 'pages' && language) pages[language].set(pathOf(path.slice(language.length + 1)), file);
  }
  return { ...withAddresses(pages, addresses), files, admin };
}

/** The path of a page's file: `index.html` is `/`, `about.html` is `/about`. */
function pathOf(name: string): string {
  const path = name.replace(/\.html$/, '');
  return path === 'index' ? '/' : `/${path}`;
}

/** A site without pages, for the API only: in tests, and in development, where Vite serves the pages. */
export function emptySite(): Site {
  return {
    pages: forEachLanguage(() => new Map()),
    moved: new Map(),
    gone: new Set(),
    files: new Map(),
    admin: undefined,
  };
}

function readFolder(folder: string, publicUrl: string): Map<string, StoredFile> {
  const found = new Map<string, StoredFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (entry.isFile() && !PRIVATE.test(name)) found.set(name, readStored(path, publicUrl));
  }
  return found;
}

function readStored(path: string, publicUrl: string): StoredFile {
  const extension = extname(path);
  const built = readFileSync(path);
  const isText = TEXTS.has(extension);
  const body = isText ? Buffer.from(built.toString().replaceAll(PUBLIC_ORIGIN, publicUrl)) : built;
  return {
    variants: isText ? variantsOf(packSync(body), body) : [...readTwins(path), { body }],
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: etagOf(body),
  };
}

const etagOf = (body: Buffer) => createHash('sha256').update(body).digest('base64url').slice(0, 20);

/** Makes a file from content that is known only at run time. */
export async function packFile(body: Buffer, type: string): Promise<StoredFile> {
  return { variants: variantsOf(await pack(body), body), type, etag: etagOf(body) };
}

const variantsOf = ({ br, gz }: Packed, body: Buffer): Variant[] => [
  { body: br, encoding: 'br' },
  { body: gz, encoding: 'gzip' },
  { body },
];

/** Written by the build for scripts, styles and drawings; pictures and fonts have none. */
function readTwins(path: string): Variant[] {
  const twins: Variant[] = [];
  for (const [suffix, encoding] of [
    ['.br', 'br'],
    ['.gz', 'gzip'],
  ] as const) {
    try {
      twins.push({ body: readFileSync(path + suffix), encoding });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return twins;
}
