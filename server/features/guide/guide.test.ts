import { expect, test } from 'vitest';
import type { GuideChapter } from '#shared/admin/guide.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { chapters } from './service.ts';

const shop = shopForAll();
const call = adminOf(shop);

test('every chapter has a heading and a text in each language, without pictures and Markdown', () => {
  expect(chapters().length).toBeGreaterThan(20);
  for (const { id, title, body } of chapters()) {
    for (const language of LANGUAGES) {
      expect(title[language], id).toMatch(/\S/);
      expect(body[language].length, `${id}: ${language}`).toBeGreaterThan(0);
      expect(JSON.stringify(body[language]), id).not.toMatch(/<img|\*\*|\| |\["br"/);
    }
  }
  expect(new Set(chapters().map(({ id }) => id)).size).toBe(chapters().length);
});

test('a chapter is for signed-in readers', async () => {
  const url = '/api/admin/guide/backups';
  const { title, body } = (await call('GET', url)).json<GuideChapter>();
  expect(Object.values(title)).toContain('Backups');
  expect(Object.keys(body)).toEqual([...LANGUAGES]);
  expect((await call('GET', '/api/admin/guide/nothing')).statusCode).toBe(404);
  expect((await shop.app.inject({ url })).statusCode).toBe(401);
});
