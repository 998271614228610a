import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import type { Changed } from '#shared/content/item.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { type AdminLook, brandLook } from '#shared/look/look.ts';
import { lookPath } from '#shared/look/pictures.ts';
import { prepareEngine } from '#test/engine.ts';
import { aForm } from '#test/media.ts';
import { type Program, startProgram } from '#test/program.ts';
import { logIn, PAGES, PASSWORD, readPage, revisionsOf } from '#test/publisher.ts';

const NAME = 'Café Luna & Hijas';
const SHOWN = 'Café Luna &amp; Hijas';
const COLOURS = { ...brandLook.colours, brand: '#0b4f9e', ground: '#f4f8ff' };

/** Without the number of the revision, which each publish changes, and the port, in which two instances differ. */
const bare = (html: string) => html.replace(/"revision":\d+/, '').replace(/localhost:\d+/g, 'localhost');
const pagesOf = async (shop: Program) => {
  const all = LANGUAGES.flatMap((language) => PAGES.map(async (path) => bare(await readPage(shop, path, language))));
  return Promise.all(all);
};
const textAt = async ({ url }: Program, path: string) => (await fetch(url + path)).text();

test('a published look is on every page, icon, mail and sheet of two instances at once; undo takes it back', async () => {
  const engine = await prepareEngine();
  const env = { ...engine.options.env, ADMIN_PASSWORD: PASSWORD };
  const [one, two] = await Promise.all([startProgram({ env }), startProgram({ env })]);
  try {
    const cookie = await logIn(one);
    const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const init = { method, headers: { cookie, ...(body && { 'content-type': 'application/json' }) } };
      return (await (
        await fetch(one.url + path, { ...init, ...(body && { body: JSON.stringify(body) }) })
      ).json()) as T;
    };
    const before = await pagesOf(one);
    const files = ['/manifest.webmanifest', '/favicon.svg', '/og-image.jpg', '/line-sheet.html', '/admin/login'];
    const plain = await Promise.all(files.map((path) => textAt(one, path)));

    const { payload, type } = aForm('logo.svg', readFileSync('brand/images/logo-mark.svg'));
    const sent = await fetch(`${one.url}/api/admin/look/logo`, {
      method: 'POST',
      headers: { cookie, 'content-type': type },
      body: new Uint8Array(payload),
    });
    const { logo } = (await sent.json()) as { logo: string };
    const look = { name: NAME, logo, colours: COLOURS };
    const draft = await ask<Changed<AdminLook>>('PUT', '/api/admin/look', { ...look, version: 0 });
    expect(await pagesOf(one)).toEqual(before);
    const preview = await (await fetch(`${one.url}/api/admin/preview?path=/&lang=en`, { headers: { cookie } })).text();
    expect(preview).toContain(`--color-brand:${COLOURS.brand}`);
    expect(preview).toContain(`src="${lookPath(logo)}"`);

    const made = await ask<Changed<AdminLook>>('PUT', '/api/admin/look', {
      ...look,
      version: draft.version,
      publish: true,
    });
    await expect.poll(() => revisionsOf(two)).toEqual(new Set([1]));
    for (const shop of [one, two]) {
      const addresses = new Set<string>();
      for (const html of await pagesOf(shop)) {
        expect(html.slice(0, 400)).toMatch(
          /^<!doctype html>\s*<html lang="\w\w" style="[^"]*--color-brand:#0b4f9e[^"]*">/,
        );
        expect(html).toContain('<meta name="theme-color" content="#f4f8ff">');
        expect(html).toContain(`<meta property="og:site_name" content="${SHOWN}">`);
        expect(html).toContain(`src="${lookPath(logo)}" width="256" height="256"`);
        expect(/assets\/logo-|rel="icon" href="\/favicon|apple-touch-icon\.png/.exec(html)?.[0]).toBeUndefined();
        for (const [address] of html.matchAll(/\/look\/[\w.-]+/g)) addresses.add(address);
        for (const [, data = ''] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
          expect(JSON.parse(data)['@graph'][0]).toMatchObject({
            name: NAME,
            logo: expect.stringMatching(/\/look\/.*512/),
          });
        }
      }
      const home = await readPage(shop, '/', 'es');
      expect(home).toMatch(/property="og:image" content="http[^"]*\/look\/[0-9a-f]{16}-share\.jpg"/);
      expect(/<title>(.*?)<\/title>/.exec(home)?.[1]).toContain(SHOWN);
      const manifest = JSON.parse(await textAt(shop, '/manifest.webmanifest'));
      expect(manifest).toMatchObject({ name: NAME, theme_color: '#f4f8ff', background_color: '#f4f8ff' });
      for (const { src } of manifest.icons as { src: string }[]) addresses.add(src);
      expect(addresses.size).toBeGreaterThan(6);
      for (const address of addresses)
        expect([address, (await fetch(shop.url + address)).status]).toEqual([address, 200]);
      const icon = await fetch(`${shop.url}/favicon.svg`);
      expect([icon.url, icon.headers.get('content-type')]).toEqual([
        expect.stringMatching(/icon-192\.png$/),
        'image/png',
      ]);
      const sheet = await textAt(shop, '/line-sheet.html');
      for (const part of [`src="${lookPath(logo)}"`, SHOWN, '--color-ground:#f4f8ff']) expect(sheet).toContain(part);
      const admin = await textAt(shop, '/admin/login');
      expect(admin).toContain(`data-shop="${SHOWN}" data-logo="${lookPath(logo)}" data-logo-size="256x256"`);
      // The admin keeps its own colours.
      expect(admin).not.toContain('--color');
    }
    const input = { templateKey: 'order_confirmation', language: 'en', subject: '{{brandName}}', body: 'Hello' };
    const mail = await ask<{ subject: string; html: string }>('POST', '/api/admin/email-templates/preview', input);
    expect(mail.subject).toBe(NAME);
    expect(mail.html).toMatch(/src="http[^"]*\/look\/[0-9a-f]{16}-mail\.png" width="56" height="56"/);
    expect(mail.html).toContain(`alt="${SHOWN}"`);
    expect(mail.html).toContain('background-color:#f4f8ff');
    expect(mail.html.toLowerCase()).not.toContain(brandLook.colours.brand);

    await ask('POST', `/api/admin/revisions/${made.revision}/restore`);
    await expect.poll(() => revisionsOf(two)).toEqual(new Set([2]));
    for (const shop of [one, two]) {
      expect(await pagesOf(shop)).toEqual(before);
      // A page that a browser still has keeps its own pictures.
      expect((await fetch(shop.url + lookPath(logo))).status).toBe(200);
    }
    expect(await Promise.all(files.map((path) => textAt(one, path)))).toEqual(plain);
    expect(await readPage(one, '/', 'en')).toContain(facts.name);
  } finally {
    await Promise.all([one.stop(), two.stop()]);
    await engine.remove();
  }
});
