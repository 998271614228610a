import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import setup from '#brand/texts/en/setup.json' with { type: 'json' };
import { FIRST_BRAND } from '#scripts/brand-folder.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { CHECKS } from '#server/features/diagnostics/check-result.ts';
import { FEATURES } from '#server/features.ts';
import { INTERNAL_SETTINGS, REMOVED, RENAMED } from '#server/settings/settings.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const DOCS = [...globSync('*.md'), ...globSync('docs/**/*.md'), '.ci/run'];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The shop's settings in `.env.example`, each below its mark; from `name` to example. */
function listedSettings(): Map<string, string> {
  const lines = read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm);
  return new Map([...lines].map(([, name = '', example = '']) => [name, example]));
}

/** Every name that reading the settings asks for, through all dependencies between settings. */
function readSettings(): Set<string> {
  const asked = new Set<string>();
  const given = (set: Record<string, string>) =>
    new Proxy(set, {
      get(target, name) {
        if (typeof name === 'string') asked.add(name);
        return Reflect.get(target, name);
      },
    });
  for (const set of [{}, { NODE_ENV: 'production' }, Object.fromEntries(listedSettings())]) {
    try {
      readConfig(given(set), facts);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
    }
  }
  return asked;
}

test('.env.example has exactly the settings that the shop reads', () => {
  const listed = [...listedSettings().keys()];
  const asked = readSettings();
  const others = [...asked].filter(
    (name) => ![...Object.keys(RENAMED), ...REMOVED, ...INTERNAL_SETTINGS].includes(name),
  );
  expect(others.filter((name) => !listed.includes(name)).sort()).toEqual([]);
  expect(listed.filter((name) => !asked.has(name)).sort()).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

test('every check of npm run doctor has a row in docs/operations.md under its printed title', () => {
  const rows = [...read('docs/operations.md').matchAll(/^\| ([^|`]+?) +\|/gm)].map(([, title]) => title);
  const titles = CHECKS.map((check) => setup[`title_${check}`].replace('’', "'"));
  expect(titles.filter((title) => !rows.includes(title))).toEqual([]);
});

test('the settings given to compose are settings of the shop, or are named in compose.yaml', () => {
  const known = new Set(listedSettings().keys());
  const names = [...read('deploy/compose.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name = '']) => name,
  );
  const others = names.filter((name) => !known.has(name) && !read('compose.yaml').includes(`\${${name}`));
  // Read by docker compose itself.
  expect([...new Set(others)]).toEqual(['COMPOSE_PROFILES']);
});

const SOURCES = globSync('{brand,client,e2e,scripts,server,shared,test}/**/*.{ts,tsx}');

test('each code of a fault in a test or a comment is explained in docs/faults.md', () => {
  const explained = new Set([...read('docs/faults.md').matchAll(/^\| ([NPIESWF]\d+) /gm)].map(([, code]) => code));
  const used = SOURCES.flatMap((file) =>
    // At the start of a test's name, or in brackets.
    [...read(file).matchAll(/(?:test(?:\.\w+\([^)]*\))?\('|\()([NPIESWF]\d{1,2})(?=[ :,)])/g)].map(
      ([, code = '']) => code,
    ),
  );
  expect(used.length).toBeGreaterThan(100);
  expect([...new Set(used)].filter((code) => !explained.has(code)).sort()).toEqual([]);
});

test('documents and headings named in comments exist', () => {
  const links = SOURCES.flatMap((file) =>
    [...read(file).matchAll(/docs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([link]) => ({ file, link })),
  );
  const broken = links.filter(({ link }) => {
    const [path = '', heading] = link.split('#');
    return !existsSync(path) || (heading !== undefined && !headingsOf(read(path)).includes(heading));
  });
  expect(broken).toEqual([]);
});

describe.each(DOCS)('%s', (doc) => {
  const text = read(doc);

  test('its links lead to existing files and headings', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, md, html]) => md ?? html ?? '');
    const broken = links
      .filter((link) => !/^(https?:|mailto:)/.test(link))
      .filter((link) => {
        const [path = '', heading] = link.split('#');
        const target = path === '' ? doc : join(dirname(doc), path);
        if (!existsSync(target)) return true;
        return heading !== undefined && !headingsOf(read(target)).includes(heading);
      });
    expect(broken).toEqual([]);
  });

  test('the files that it names exist', () => {
    const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
    const paths = named
      .map((code) => code.replace(/^my-brand\//, 'brand/'))
      .filter((code) => /^(brand|client|server|shared|scripts|test|e2e|docs|deploy)\/[\w./{},*<>-]*$/.test(code));
    const missing = paths.filter((path) => {
      const glob = path.replace(/<[^>]+>/g, '*').replace(/\/$/, '');
      return globSync(glob).length === 0;
    });
    expect(missing).toEqual([]);
  });

  test('its npm scripts exist', () => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('the settings that it names exist', () => {
    const known = new Set([...listedSettings().keys(), ...Object.keys(RENAMED), ...REMOVED, ...OTHER_NAMES]);
    const named = [...text.matchAll(/(?<![\w-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w-])/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('the pictures of docs/architecture.md', () => {
  const [, server = '', browser = ''] = [...read('docs/architecture.md').matchAll(/```mermaid\n([\s\S]*?)```/g)].map(
    ([, picture = '']) => picture,
  );
  const names = (folder: string) => readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory());

  test('show every feature of the server, and only existing imports', () => {
    const shown = server
      .split('\n')
      .slice(1)
      .filter((line) => !/subgraph|end$/.test(line));
    const nodes = shown.flatMap((line) => line.match(/[a-z][a-z-]*[a-z]/g) ?? []);
    expect([...new Set(nodes)].sort()).toEqual(Object.keys(FEATURES).sort());
    const arrows = shown.flatMap((line) => {
      const groups = line.split('-->').map((group) => group.split('&').map((name) => name.trim()));
      return groups.slice(1).flatMap((to, i) => groups[i]?.flatMap((from) => to.map((each) => [from, each])) ?? []);
    });
    const isThere = ([from = '', to = '']: string[]) => Object.hasOwn(FEATURES[from]?.uses ?? {}, to);
    expect(arrows.length).toBeGreaterThan(30);
    expect(arrows.filter((arrow) => !isThere(arrow))).toEqual([]);
  });

  test('show every feature of the browser, and only existing files', () => {
    const paths = [...browser.matchAll(/"(client\/[\w./-]+)/g)].map(([, path = '']) => path);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    for (const { name } of names('client/features')) expect(browser).toMatch(new RegExp(`\\b${name}\\b`));
    for (const { name } of names('client/features/admin/kit')) expect(browser).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

/** Names in capitals that are not settings of the shop. */
const OTHER_NAMES = [
  'POSTGRES_PASSWORD',
  'COMPOSE_PROFILES',
  'CHROMIUM_PATH',
  'API_PORT',
  'DEV_SERVER',
  'IMAGE_CACHE',
  'ETCD_INITIAL_CLUSTER_STATE',
  'SO_REUSEPORT',
];

/** GitHub's anchors of headings. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each([
  ['docs/owner-guide.md', 'en'],
  ['docs/owner-guide.es.md', 'es'],
])('quotes of %s are on the screen', (guide, language) => {
  const texts = globSync(`${FIRST_BRAND}/texts/${language}/**/*.json`).flatMap((file) =>
    Object.values(JSON.parse(read(file))),
  );
  const quoted = [...read(guide).matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words.replaceAll(/\s+/g, ' '));
  expect(quoted.length).toBeGreaterThan(40);
  // The language button shows the other language's code.
  expect(quoted.filter((words) => words !== 'ES' && !texts.includes(words))).toEqual([]);
});

test('the guide mentions every command of the gate', () => {
  const readme = read('README.md');
  const commands = [...read('.ci/run').matchAll(/^npm .+$/gm)].map(([line]) => line);
  expect(commands.length).toBeGreaterThan(2);
  expect(commands.filter((line) => !readme.includes(line))).toEqual([]);
});
