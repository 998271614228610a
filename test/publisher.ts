import type { AdminProduct, PageContent } from '#shared/catalogue/products.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import type { Program } from './program.ts';

/** For the environment of a program that `logIn` is called on. */
export const PASSWORD = 'guava and crackers';
export const PAGES = ['/', '/about', '/product', '/shop', '/wholesale', '/contact'];

/** @returns a session's cookie */
export async function logIn({ url }: Program): Promise<string> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  });
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

/** Saves fields of the box of 40 and publishes them. */
export async function publish({ url }: Program, cookie: string, fields: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie };
  const products = (await (await fetch(`${url}/api/admin/products`, { headers })).json()) as AdminProduct[];
  const version = products.find(({ id }) => id === 'box40')?.version;
  const body = JSON.stringify({ ...fields, version, publish: true });
  return fetch(`${url}/api/admin/products/box40`, { method: 'PATCH', headers, body });
}

export const readPage = async ({ url }: Program, path: string, language: Language) =>
  (await fetch(url + path, { headers: { 'accept-language': language } })).text();

/** The content of a page's data block. */
export function contentOf(html: string): PageContent {
  const [, block = ''] = /<script type="application\/json" id="content">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(block) as PageContent;
}

/** The revisions of all pages in all languages; a single one, unless the site is inconsistent. */
export async function revisionsOf(program: Program): Promise<Set<number>> {
  const pages = LANGUAGES.flatMap((language) => PAGES.map((path) => readPage(program, path, language)));
  return new Set((await Promise.all(pages)).map((html) => contentOf(html).revision));
}
