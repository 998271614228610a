import sharp from 'sharp';
import footerTexts from '#brand/texts/en/site.json' with { type: 'json' };
import { LANGUAGES, type Language } from '#shared/language.ts';
import type { Media } from '#shared/media.ts';
import { mediaRef } from '#shared/picture-ref.ts';
import { type AdminProduct, productInputSchema } from '#shared/products.ts';
import type { AdminText } from '#shared/texts.ts';
import { NO_LIMITS } from '#test/makers.ts';
import { aForm } from '#test/media.ts';
import { startPostgres } from '#test/postgres.ts';
import { type ProgramOptions, startProgram } from '#test/program.ts';
import { type Section, spread, timed } from './report.ts';
import { createDatabase, logIn, newDataDir, PASSWORD, query, versionOf } from './shop.ts';

const PRODUCTS = 24;
const PICTURES = 5;
/** Each takes some seconds to convert, so products share them; a page has as many as if they were its own. */
const PHOTOS = 10;
const UPLOADS_AT_ONCE = 2;
const ROUNDS = 5;
const TARGETS = { quickS: 5, allS: 10 };
const READ_S = 10;
/** A sentence of the layout, which stands on every page. */
const TEXT = 'footer_links';

/** A shop of 24 products with 5 pictures each: from the press of a change until every reader sees it. */
export async function measureCatalogue(): Promise<Section> {
  const postgres = await startPostgres({ isDurable: true });
  const folder = newDataDir();
  try {
    const databaseUrl = await createDatabase(postgres, 'bench_catalogue');
    const engines: [string, ProgramOptions][] = [
      ['PGlite', { env: ENV, dataDir: folder.path }],
      [await versionOf(postgres), { env: { ...ENV, DATABASE_URL: databaseUrl } }],
    ];
    const photos = await makePhotos();
    const found: Found[] = [];
    for (const [engine, options] of engines) found.push(await measureEngine(engine, options, photos));
    const statements = await measureReads({ env: { ...ENV, DATABASE_URL: databaseUrl } }, databaseUrl);
    const body = [
      `${PRODUCTS} products with ${PICTURES} of ${PHOTOS} pictures each, uploaded and published by the admin's calls; ` +
        `${found[0]?.paths} addresses in ${LANGUAGES.length} languages. Seconds from the press, ${ROUNDS} rounds each: of a price ` +
        '(`PATCH … publish: true`) until shop, product page and `GET /api/catalogue` say it in each language (asked: at most ' +
        `${TARGETS.quickS} s), and of a sentence of the layout until every page says it (asked: at most ${TARGETS.allS} s). ` +
        'Answered is when the call of the press has its answer:',
      {
        head: ['database', 'change', 'answered s', 'min–max', 'seen by all s', 'min–max'],
        rows: found.flatMap(({ engine, quick, all }) => [
          [engine, 'a price', ...ofRounds(quick)],
          [engine, 'every page', ...ofRounds(all)],
        ]),
      },
      'Filling it:',
      {
        head: ['database', 'a picture of 12 megapixels, s', 'all pictures, s', 'first publish of all products, s'],
        rows: found.map(({ engine, pictureMs, picturesMs, publishMs }) => [
          engine,
          ...[pictureMs, picturesMs, publishMs].map(seconds),
        ]),
      },
      `Pages come from memory: transactions of ${found[1]?.engine} in ${READ_S} s without a reader, and in ${READ_S} s in which one ` +
        'reads all pages again and again. Both are the program asking for the number of the newest publish and doing its rounds:',
      { head: ['', 'pages read', 'transactions'], rows: statements },
    ];
    return { title: 'A shop of 24 products', body };
  } finally {
    folder.remove();
    await postgres.stop();
  }
}

const ENV = { ...NO_LIMITS, LOG_LEVEL: 'warn', ADMIN_PASSWORD: PASSWORD };
const seconds = (time: number) => (time / 1000).toFixed(2);
type Round = { answeredMs: number; seenMs: number };
const ofRounds = (rounds: Round[]) => [
  ...spread(
    rounds.map(({ answeredMs }) => answeredMs),
    seconds,
  ),
  ...spread(
    rounds.map(({ seenMs }) => seenMs),
    seconds,
  ),
];
type Found = {
  engine: string;
  paths: number;
  quick: Round[];
  all: Round[];
  pictureMs: number;
  picturesMs: number;
  publishMs: number;
};

async function measureEngine(engine: string, options: ProgramOptions, photos: Buffer[]): Promise<Found> {
  const program = await startProgram(options);
  try {
    const desk = await openDesk(program.url);
    const filled = await fill(desk, photos);
    const paths = await listPaths(program.url);
    const [quick, all]: [Round[], Round[]] = [[], []];
    for (let i = 0; i < ROUNDS; i++) {
      quick.push(await changePrice(desk, i));
      all.push(await changeLayout(desk, paths, i));
    }
    return { engine, paths: paths.length, quick, all, ...filled };
  } finally {
    await program.stop();
  }
}

/** The admin of a running program. */
type Desk = { url: string; call<T>(method: string, path: string, body?: object | Form): Promise<T> };
type Form = ReturnType<typeof aForm>;

async function openDesk(url: string): Promise<Desk> {
  const cookie = await logIn(url);
  return {
    url,
    async call<T>(method: string, path: string, body?: object | Form): Promise<T> {
      const isForm = body !== undefined && 'payload' in body;
      const answer = await fetch(`${url}/api/admin${path}`, {
        method,
        headers: { cookie, ...(body && { 'content-type': isForm ? (body as Form).type : 'application/json' }) },
        ...(body && { body: isForm ? new Uint8Array((body as Form).payload) : JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as T;
    },
  };
}

/** Pictures of 12 megapixels, each another one, with soft edges everywhere. */
async function makePhotos(): Promise<Buffer[]> {
  const photos: Buffer[] = [];
  for (let i = 0; i < PHOTOS; i++) {
    const noise = { type: 'gaussian' as const, mean: 90 + (i % 60), sigma: 30 };
    const details = await sharp({ create: { width: 126, height: 95, channels: 3, background: '#c08040', noise } })
      .png()
      .toBuffer();
    photos.push(await sharp(details).resize(4032, 3024).jpeg({ quality: 85 }).toBuffer());
  }
  return photos;
}

/** Uploads the pictures, makes the products of the first one that is there, and publishes all. */
async function fill(desk: Desk, photos: Buffer[]) {
  const [first] = await desk.call<AdminProduct[]>('GET', '/products');
  if (!first) throw new Error('The brand has no product');
  const pictures: Media[] = [];
  const times: number[] = [];
  const waiting = [...photos.entries()];
  const upload = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, photo] = next;
      const form = aForm(`IMG_${at}.jpg`, photo);
      times[at] = await timed(async () => {
        const { id, version } = await desk.call<Media>('POST', '/media', form);
        const alt = { en: `Picture ${at}`, es: `Foto ${at}` };
        pictures[at] = await desk.call<Media>('PATCH', `/media/${id}`, { alt, version });
      });
    }
  };
  const picturesMs = await timed(() => Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, upload)));
  const fields = Object.keys(productInputSchema.shape) as (keyof AdminProduct)[];
  const known = Object.fromEntries(fields.map((name) => [name, first[name]]));
  for (let i = 0; i < PRODUCTS; i++) {
    const images = Array.from({ length: PICTURES }, (_, k) => mediaRef(pictures[(i + k) % PHOTOS]?.id ?? ''));
    if (i === 0) {
      await desk.call('PATCH', `/products/${first.id}`, { images, version: first.version });
      continue;
    }
    const name = { en: `${first.name.en} ${i}`, es: `${first.name.es} ${i}` };
    const slug = { en: `${first.slug.en}-${i}`, es: `${first.slug.es}-${i}` };
    await desk.call('POST', '/products', { ...known, name, slug, images, gtin: '', state: 'live' });
  }
  // Whatever else the brand has makes room.
  for (const other of (await desk.call<AdminProduct[]>('GET', '/products')).slice(1)) {
    if (other.origin === 'default')
      await desk.call('PATCH', `/products/${other.id}`, { state: 'hidden', version: other.version });
  }
  const publishMs = await timed(() => desk.call('POST', '/publish', {}));
  const shown = (await (await fetch(`${desk.url}/api/catalogue`)).json()) as unknown[];
  if (shown.length !== PRODUCTS) throw new Error(`${shown.length} products are shown`);
  return { pictureMs: times.toSorted((a, b) => a - b)[PHOTOS >> 1] ?? 0, picturesMs, publishMs };
}

/** Every address that search engines are told. */
async function listPaths(url: string): Promise<string[]> {
  const map = await (await fetch(`${url}/sitemap.xml`)).text();
  return [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, found = '']) => new URL(found).pathname);
}

/** What a reader gets. */
const read = async (url: string, path: string, language: Language) =>
  (await fetch(url + path, { headers: { 'accept-language': language } })).text();

/** Presses, and looks until everything is as it should be. */
async function press(work: () => Promise<unknown>, isSeen: () => Promise<boolean>): Promise<Round> {
  const start = performance.now();
  await work();
  const answeredMs = performance.now() - start;
  while (!(await isSeen())) {
    if (performance.now() - start > 120_000) throw new Error('The change is not seen after two minutes');
    await new Promise((done) => setTimeout(done, 20));
  }
  return { answeredMs, seenMs: performance.now() - start };
}

async function changePrice({ url, call }: Desk, round: number): Promise<Round> {
  const products = await call<AdminProduct[]>('GET', '/products');
  const product = products.filter(({ published }) => published?.state === 'live')[round];
  if (!product) throw new Error('There is no such product');
  const { id, slug, version } = product;
  const priceCents = 4_101 + round;
  const price = (priceCents / 100).toFixed(2);
  return press(
    () => call('PATCH', `/products/${id}`, { priceCents, version, publish: true }),
    async () => {
      for (const language of LANGUAGES) {
        const pages = [`/shop`, `/product/${slug[language]}`];
        for (const path of pages) {
          if (!(await read(url, path, language)).includes(price)) return false;
        }
        const items = JSON.parse(await read(url, '/api/catalogue', language)) as { id: string; price: string }[];
        if (items.find((item) => item.id === id)?.price !== price) return false;
      }
      return true;
    },
  );
}

async function changeLayout({ url, call }: Desk, paths: string[], round: number): Promise<Round> {
  const [text] = await call<AdminText[]>('GET', `/texts?q=${TEXT}`);
  const said = { en: `${footerTexts[TEXT]} ${round + 2}`, es: `Enlaces ${round + 2}` };
  return press(
    () => call('PUT', `/texts/${TEXT}`, { ...said, version: text?.version, publish: true }),
    async () => {
      for (const path of paths) {
        for (const language of LANGUAGES) {
          if (!(await read(url, path, language)).includes(said[language])) return false;
        }
      }
      return true;
    },
  );
}

async function measureReads(options: ProgramOptions, databaseUrl: string): Promise<(string | number)[][]> {
  const program = await startProgram(options);
  try {
    const paths = await listPaths(program.url);
    const count = async () => {
      // The numbers of the last second are told late.
      await new Promise((done) => setTimeout(done, 1_500));
      const [row] = await query<{ count: string }>(
        databaseUrl,
        'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
      );
      return Number(row?.count);
    };
    const rows: (string | number)[][] = [];
    for (const isRead of [false, true]) {
      const before = await count();
      const end = performance.now() + READ_S * 1000;
      let pages = 0;
      while (performance.now() < end) {
        if (!isRead) await new Promise((done) => setTimeout(done, 100));
        else {
          await Promise.all(
            LANGUAGES.map((language) => read(program.url, paths[pages % paths.length] ?? '/', language)),
          );
          pages += 1;
        }
      }
      const now = await count();
      rows.push([isRead ? 'read' : 'quiet', pages * LANGUAGES.length, now - before]);
    }
    return rows;
  } finally {
    await program.stop();
  }
}
