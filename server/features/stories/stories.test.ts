import { expect, test } from 'vitest';
import { stories as brandStories } from '#brand/stories.ts';
import { listChangesOf } from '#server/features/content/repository.ts';
import type { Revision } from '#shared/content/content.ts';
import type { Changed } from '#shared/content/item.ts';
import { storyPath } from '#shared/content/page-address.ts';
import { pageAddresses } from '#shared/content/page-addresses.ts';
import { type AdminStory, linesOf, MAX_STORY, missingInStory } from '#shared/content/stories.ts';
import { forEachLanguage, LANGUAGES } from '#shared/core/language.ts';
import type { TextNode } from '#shared/core/rich-text.ts';
import { signIn } from '#test/admin.ts';
import { HOSTILE_TEXTS } from '#test/hostile-texts.ts';
import { aForm, aPng } from '#test/media.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { EMPTY_STORY, storyKind } from './kinds.ts';
import { STORY_HISTORY, storyContent, storySlugs } from './pages.ts';

const shop = shopForEach();
const call = adminOf(shop);

const PATH = '/api/admin/stories';
const list = async () => (await call('GET', PATH)).json<AdminStory[]>();
const find = async (id: string) => (await list()).find((story) => story.id === id) as AdminStory;
const shown = () => storyContent(shop.deps.content.current()).stories ?? [];
const idsShown = () => shown().map(({ id }) => id);
const both = (text: string) => forEachLanguage(() => text);

/** All fields that a live recipe needs. */
const aRecipe = () => ({
  title: { en: 'Guava toast', es: 'Tostada con guayaba' },
  summary: { en: 'Bread, butter, guava.', es: 'Pan, mantequilla y guayaba.' },
  body: { en: 'From **{{ brandName }}**.', es: 'De **{{brandName}}**.' },
  kind: 'recipe',
  publishedOn: '2026-11-21',
  picture: 'hero',
  product: 'box40',
  yields: { en: '2 pieces', es: '2 pedazos' },
  minutes: 5,
  ingredients: { en: '2 slices of bread\n\n- butter', es: '2 ruedas de pan\nmantequilla' },
  steps: { en: '1. Toast it.\n2. Eat it.', es: 'Tuéstala.\nCómetela.' },
});
const create = async (fields: object = aRecipe()) => {
  const answer = await call('POST', PATH, fields);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<AdminStory>();
};
const change = (id: string, fields: object) => call('PATCH', `${PATH}/${id}`, fields);
const publish = async (id: string, fields: object) => {
  const answer = await change(id, { ...fields, version: (await find(id)).version, publish: true });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Changed<AdminStory>>();
};

test('the brand’s stories come first, newest first, and their calls need a session', async () => {
  const all = await list();
  expect(all.map(({ id }) => id)).toEqual(brandStories.map(({ id }) => id));
  const days = all.map(({ publishedOn }) => publishedOn);
  expect(days).toEqual([...days].sort().reverse());
  for (const story of all) {
    expect(story).toMatchObject({ origin: 'default', version: 0, changed: [], shown: 'live', missing: [] });
    for (const language of LANGUAGES) expect(story.slug[language]).toMatch(/^[a-z0-9-]+$/);
  }
  expect(new Set(all.flatMap(({ slug }) => Object.values(slug))).size).toBe(all.length * LANGUAGES.length);
  expect(idsShown()).toEqual(all.map(({ id }) => id));
  expect((await shop.app.inject({ url: PATH })).statusCode).toBe(401);
});

test('a shop without stories has no list of them', () => {
  expect(storyContent(null, { defaults: new Map() })).toEqual({});
  const hidden = new Map([['a', { ...EMPTY_STORY, state: 'hidden' as const }]]);
  expect(storyContent(null, { defaults: hidden })).toEqual({});
});

test('a new story is a private draft dated today; its publish is one revision, which undo reverts', async () => {
  // After midnight in UTC, the evening before in the shop.
  shop.clock.set(new Date('2026-12-02T02:00:00Z').getTime() - shop.clock.now().getTime());
  const { publishedOn: _, ...fields } = aRecipe();
  const draft = await create(fields);
  expect(draft).toMatchObject({
    state: 'draft',
    publishedOn: '2026-12-01',
    origin: 'custom',
    shown: null,
    missing: [],
    slug: { en: 'guava-toast', es: 'tostada-con-guayaba' },
  });
  expect(idsShown()).not.toContain(draft.id);
  // Publishing everything leaves drafts out.
  await call('POST', '/api/admin/publish', {});
  expect(idsShown()).not.toContain(draft.id);

  const published = await publish(draft.id, { state: 'live' });
  expect(published).toMatchObject({ shown: 'live', changed: [] });
  const [first] = shown();
  expect(first).toMatchObject({ id: draft.id, kind: 'recipe', minutes: 5, product: 'box40' });
  expect(first?.text?.recipe).toEqual({
    yields: fields.yields,
    ingredients: { en: ['2 slices of bread', 'butter'], es: ['2 ruedas de pan', 'mantequilla'] },
    steps: { en: ['Toast it.', 'Eat it.'], es: ['Tuéstala.', 'Cómetela.'] },
  });
  expect(first?.text?.body.en).toEqual([['p', ['From ', ['strong', ['Doña Guayaba']], '.']]]);
  const [revision] = (await call('GET', '/api/admin/revisions')).json<Revision[]>();
  expect(revision).toMatchObject({
    id: published.revision,
    changes: [{ kind: 'story', id: draft.id, name: 'Guava toast' }],
  });

  expect((await call('POST', `/api/admin/revisions/${published.revision}/restore`)).statusCode).toBe(200);
  expect(idsShown()).not.toContain(draft.id);
  // Nothing is lost.
  expect(await find(draft.id)).toMatchObject({ shown: null, title: fields.title });
});

test('changes are drafts until published; saving an older version gets the current one', async () => {
  const title = { en: 'What stays in the bag', es: 'Lo que se queda' };
  const saved = (await change('lunch-bag', { title, version: 0 })).json<Changed<AdminStory>>();
  expect(saved).toMatchObject({ version: 1, revision: null, changed: ['title'], title, origin: 'default' });
  expect(shown().find(({ id }) => id === 'lunch-bag')?.title).not.toEqual(title);
  const { unpublished } = (await call('GET', '/api/admin/changes')).json();
  expect(unpublished).toMatchObject([{ kind: 'story', id: 'lunch-bag', fields: ['title'], after: { title } }]);
  for (const isPublished of [false, true]) {
    const stale = await change('lunch-bag', { title: both('Other'), version: 0, publish: isPublished });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ code: 'stale_version', current: { version: 1, title } });
  }
  expect((await change('lunch-bag', { title: both('Other') })).statusCode).toBe(400);
  await publish('lunch-bag', { title });
  expect(shown().find(({ id }) => id === 'lunch-bag')?.title).toEqual(title);
  expect(await find('lunch-bag')).toMatchObject({ origin: 'custom', changed: [] });
  expect((await change('no-such-story', { title, version: 0 })).statusCode).toBe(404);
});

test('hiding is never refused; undo restores a deleted story; deleting one of the brand resets it', async () => {
  await change('cortadito', { title: both('Draft'), version: 0 });
  const hidden = await change('cortadito', { state: 'hidden', version: 0, publish: true });
  expect(hidden.json<Changed<AdminStory>>()).toMatchObject({ shown: 'hidden', changed: ['title'] });
  expect(idsShown()).not.toContain('cortadito');

  const { id } = await publish((await create()).id, { state: 'live' });
  const { version } = await find(id);
  expect((await call('DELETE', `${PATH}/${id}?version=${version - 1}`)).statusCode).toBe(409);
  const { revision } = (await call('DELETE', `${PATH}/${id}?version=${version}`)).json<{ revision: number }>();
  expect(idsShown()).not.toContain(id);
  expect((await list()).map((story) => story.id)).not.toContain(id);
  expect((await call('POST', `/api/admin/revisions/${revision}/restore`)).statusCode).toBe(200);
  expect(idsShown()).toContain(id);

  await call('DELETE', `${PATH}/cortadito?version=${(await find('cortadito')).version}`);
  expect(await find('cortadito')).toMatchObject({ origin: 'default', shown: 'live', changed: [] });
  // A draft that was never public leaves nothing behind.
  const draft = await create();
  expect((await call('DELETE', `${PATH}/${draft.id}?version=${draft.version}`)).json()).toEqual({ revision: null });
  expect((await call('DELETE', `${PATH}/${draft.id}`)).statusCode).toBe(404);
});

test('missing parts of a live story are listed, in both languages; news need no recipe', async () => {
  const { id } = await create({});
  const issuesOf = async (fields: object) => {
    const answer = await change(id, { ...fields, state: 'live', version: (await find(id)).version, publish: true });
    expect(answer.statusCode, answer.body).toBe(400);
    return answer.json<{ issues: { path: string; code?: string }[] }>().issues.map(({ path }) => path);
  };
  const texts = (names: string[]) => names.flatMap((name) => LANGUAGES.map((language) => `${name}.${language}`));
  const common = texts(['title', 'slug', 'summary', 'body']);
  const recipe = texts(['yields', 'ingredients', 'steps']);
  expect(await issuesOf({})).toEqual([...common, ...recipe, 'picture', 'minutes']);
  expect(await issuesOf({ kind: 'news' })).toEqual([...common, 'picture']);
  const { es: _, ...title } = aRecipe().title;
  expect(await issuesOf({ ...aRecipe(), title: { ...title, es: ' ' } })).toEqual(['title.es', 'slug.es']);
  expect(await issuesOf({ ...aRecipe(), body: both('Write to {{mail}}') })).toEqual(['body.en', 'body.es']);
  expect(await issuesOf({ ...aRecipe(), slug: { en: 'guava-toast', es: (await find('cortadito')).slug.es } })).toEqual([
    'slug.es',
  ]);
  expect(missingInStory({ ...EMPTY_STORY, ...aRecipe(), slug: both('a') } as never)).toEqual([]);
});

test('invalid values are refused, and the longest texts are accepted', async () => {
  const { id } = await create();
  const { version } = await find(id);
  for (const [fields, path] of [
    [{ slug: { en: 'Guava Toast', es: '' } }, 'slug.en'],
    [{ slug: { en: '../x', es: '' } }, 'slug.en'],
    [{ kind: 'poem' }, 'kind'],
    [{ state: 'archived' }, 'state'],
    [{ publishedOn: '2026-02-30' }, 'publishedOn'],
    [{ publishedOn: '<b>' }, 'publishedOn'],
    [{ minutes: 0 }, 'minutes'],
    [{ minutes: 10_001 }, 'minutes'],
    [{ minutes: 2.5 }, 'minutes'],
    [{ picture: '../../etc' }, 'picture'],
    [{ picture: 'media:0123456789abcdef' }, 'picture'],
    [{ product: '../box40' }, 'product'],
    [{ title: { en: 'Only one' } }, 'title.es'],
    [{ title: both('a\nb') }, 'title.en'],
    [{ title: both('x'.repeat(MAX_STORY.title + 1)) }, 'title.en'],
    [{ body: both('x'.repeat(MAX_STORY.body + 1)) }, 'body.en'],
  ] as const) {
    const refused = await change(id, { ...fields, version });
    expect(refused.statusCode, JSON.stringify(fields)).toBe(400);
    expect(refused.json().issues[0].path).toBe(path);
  }
  expect((await call('POST', PATH, { picture: 'media:0123456789abcdef' })).statusCode).toBe(400);
  const longest = Object.fromEntries(
    (Object.entries(MAX_STORY) as [string, number][]).map(([name, max]) => [name, both('ñ'.repeat(max))]),
  );
  expect((await publish(id, { ...longest, slug: both('long'), state: 'live' })).shown).toBe('live');
});

test('an uploaded picture needs alt texts, follows them at the next publish, and stays while it is used', async () => {
  const { payload, type } = aForm('toast.png', await aPng(400, 300));
  const headers = { ...(await signIn(shop)), 'content-type': type };
  const { id: mediaId, version: mediaVersion } = (
    await shop.app.inject({ method: 'POST', url: '/api/admin/media', payload, headers })
  ).json<{
    id: string;
    version: number;
  }>();
  const name = `media:${mediaId}`;
  const { id } = await create({ ...aRecipe(), picture: name });
  expect((await find(id)).missing).toEqual([{ path: 'picture', code: 'required' }]);
  const alt = { en: 'Toast', es: 'Tostada' };
  await call('PATCH', `/api/admin/media/${mediaId}`, { alt, focal: [30, 60], version: mediaVersion });
  await publish(id, { state: 'live' });
  expect(shown()[0]?.pictures[name]).toMatchObject({ alt, focal: [30, 60] });
  const picture = (await call('GET', `/api/admin/media/${mediaId}`)).json();
  expect(picture.uses).toEqual([{ kind: 'story', id, name: 'Guava toast' }]);
  expect((await call('DELETE', `/api/admin/media/${mediaId}?version=${picture.version}`)).statusCode).toBe(409);
  await call('PATCH', `/api/admin/media/${mediaId}`, { focal: [31, 60], version: picture.version });
  expect((await find(id)).changed).toEqual(['picture']);
  await call('POST', '/api/admin/publish', { items: [{ kind: 'story', id }] });
  expect(shown()[0]?.pictures[name]?.focal).toEqual([31, 60]);
});

test('earlier addresses redirect; those of a hidden story are gone, a draft never had one (N18, S20)', async () => {
  const addresses = async () => {
    const snapshot = shop.deps.content.current();
    const history = await listChangesOf(shop.deps.db, { ...STORY_HISTORY, until: snapshot.revision });
    return pageAddresses(storyPath, shown(), storySlugs(history));
  };
  expect(await addresses()).toMatchObject({ moved: {}, gone: [] });
  const { slug: before } = await find('lunch-bag');
  await publish('lunch-bag', { slug: { en: 'lunch', es: 'lonchera' } });
  const { id } = await create();
  expect(await addresses()).toMatchObject({
    moved: { [`/stories/${before.en}`]: '/stories/lunch', [`/stories/${before.es}`]: '/stories/lonchera' },
    gone: [],
  });
  await publish('lunch-bag', { state: 'hidden' });
  expect((await addresses()).gone.sort()).toEqual(
    ['lunch', 'lonchera', before.en, before.es].map((slug) => `/stories/${slug}`).sort(),
  );
  await publish(id, { state: 'live' });
  await call('DELETE', `${PATH}/${id}?version=${(await find(id)).version}`);
  expect((await addresses()).gone).toContain('/stories/guava-toast');
});

test('stories of one day keep one order, and their history ignores changes of other kinds', async () => {
  const { defaults } = storyKind;
  const [first] = defaults.values();
  const same = new Map(['b', 'c', 'a'].map((id) => [id, { ...first }]));
  expect(storyContent(null, { defaults: same }).stories?.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  const foreign = { kind: 'product', id: 'lunch-bag', name: '', fields: ['slug'], before: {}, wasDefault: false };
  expect(storySlugs([{ ...foreign, after: { slug: both('box') } }])).toEqual(storySlugs([]));
});

test('a list is read line by line, whatever its bullets', () => {
  expect(linesOf(' one\r\n\n- two\n* three\n• four\n1. five\n12) six\n1.5 cups\n2 cups\n - \n')).toEqual(
    'one|two|three|four|five|six|1.5 cups|2 cups'.split('|'),
  );
});

test('hostile Markdown in a story stays text (S23)', async () => {
  const { id } = await create();
  const flat = (nodes: readonly TextNode[]): string[] =>
    nodes.flatMap((node) => (typeof node === 'string' ? [] : [node[0], node[2] ?? '', ...flat(node[1])]));
  let taken = 0;
  const lures = ['[x](javascript:alert(1))', '<img src=x onerror=alert(1)>', '![x](https://evil.example/x.png)'];
  for (const text of [...lures, ...HOSTILE_TEXTS.filter((_, i) => i % 4 === 0)]) {
    const answer = await change(id, {
      title: { en: `${text} x`, es: 'Sí' },
      body: both(`a\n\n${text}`),
      ingredients: both(`a\n${text}`),
      slug: both('toast'),
      state: 'live',
      version: (await find(id)).version,
      publish: true,
    });
    expect([200, 400], text).toContain(answer.statusCode);
    if (answer.statusCode !== 200) continue;
    taken += 1;
    const story = shown().find((each) => each.id === id);
    const parts = flat(story?.text?.body.en ?? []).join(' ');
    expect(parts, text).not.toMatch(/script|img|svg|javascript|data:/i);
    expect(JSON.stringify(story), text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
  expect(taken).toBeGreaterThan(30);
}, 120_000);
