import { execFileSync } from 'node:child_process';
import { Agent, get } from 'node:http';
import { ms, sumUp } from '#lab/bench/report.ts';
import { logIn } from '#lab/bench/shop.ts';
import type { AdminProduct, CatalogueItem, PageContent } from '#shared/catalogue/products.ts';
import type { Program } from '#test/program.ts';
import { BOTH, type Fault, type Lab } from './lab.ts';
import { pause, until } from './world.ts';

const READERS = 64;
const PAGES = ['/shop', '/shop?lang=es', '/', '/product'];
/** Not the product that shoppers buy, whose price must stay. */
const PRODUCT = 'box20double';

/** A signed-in owner of a running program. */
export class Owner {
  readonly #url: string;
  readonly #cookie: string;
  private constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  static async signIn({ url }: Pick<Program, 'url'>): Promise<Owner> {
    return new Owner(url, await logIn(url));
  }

  /** Publishes a price at once. @throws Error what the shop answers, or the broken connection */
  async publishPrice(priceCents: number): Promise<void> {
    const { version } = await this.product();
    const answer = await fetch(`${this.#url}/api/admin/products/${PRODUCT}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie: this.#cookie },
      body: JSON.stringify({ priceCents, version, publish: true }),
    });
    if (!answer.ok) throw new Error(`A publish answered ${answer.status}: ${await answer.text()}`);
  }

  async product(): Promise<AdminProduct> {
    const headers = { cookie: this.#cookie };
    const products = (await (await fetch(`${this.#url}/api/admin/products`, { headers })).json()) as AdminProduct[];
    const product = products.find(({ id }) => id === PRODUCT);
    if (!product) throw new Error(`There is no ${PRODUCT}`);
    return product;
  }
}

type Document = { status: number; text: string };

function read(url: string, agent: Agent): Promise<Document> {
  return new Promise((done) => {
    const call = get(url, { agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => (text += chunk));
      answer.once('end', () => done({ status: answer.statusCode ?? 0, text }));
      answer.once('error', () => done({ status: 0, text }));
    });
    call.once('error', () => done({ status: 0, text: '' }));
  });
}

const PRICE = /\$(\d+\.\d\d)/g;

/** The product's price in the data of a document; `null` if it has none. */
function priceInData(text: string): string | null {
  const [, json] = /<script type="application\/json" id="content">(.*?)<\/script>/s.exec(text) ?? [];
  if (json === undefined) return null;
  const cents = (JSON.parse(json) as PageContent).products.find(({ id }) => id === PRODUCT)?.priceCents;
  return cents === undefined ? null : (cents / 100).toFixed(2);
}

/**
 * Whether text and data of a document are of two revisions. The test gives the product unique prices, so every such
 * price in the text must equal that of the data.
 */
function isMixture(text: string, given: ReadonlySet<string>): boolean {
  const price = priceInData(text);
  const words = text.replace(/<script type="application\/json" id="content">.*?<\/script>/s, '');
  const shown = [...words.matchAll(PRICE)].map(([, found = '']) => found).filter((found) => given.has(found));
  return shown.some((found) => found !== price);
}

export const priceOf = (round: number) => 3001 + round;
export const asText = (cents: number) => (cents / 100).toFixed(2);

/** Reads pages until stopped. @param given the prices of the product meanwhile, in dollars */
export function readers(programs: readonly Pick<Program, 'url'>[], given: ReadonlySet<string>, count = READERS) {
  const counts = { read: 0, failed: 0, mixed: 0 };
  const times: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  let isOver = false;
  const all = Array.from({ length: count }, async (_, i) => {
    const program = programs[i % programs.length];
    for (let n = i; !isOver; n++) {
      const begun = performance.now();
      const { status, text } = await read(`${program?.url}${PAGES[n % PAGES.length]}`, agent);
      times.push(performance.now() - begun);
      counts.read += 1;
      if (status !== 200) counts.failed += 1;
      else if (isMixture(text, given)) counts.mixed += 1;
      // Visitors read the page: without a pause the readers themselves would be measured.
      await pause(30);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(all);
      agent.destroy();
      return { ...counts, ...sumUp(times) };
    },
  };
}

const publishes: Fault = {
  name: 'P35 publishes under readers',
  engines: BOTH,
  isAlone: true,
  tries: (rounds) => rounds * 10,
  run: async (lab, tries) => {
    const world = await lab.world();
    const first = await world.start();
    const programs = lab.base.engine === 'postgres' ? [first, await world.start()] : [first];
    const owner = await Owner.signIn(first);
    const given = new Set(Array.from({ length: tries }, (_, i) => asText(priceOf(i))));
    // Control: a document that mixes two revisions must be detected.
    await owner.publishPrice(priceOf(0));
    const agent = new Agent();
    const { text } = await read(`${first.url}/shop`, agent);
    const mixed = text.replace(`$${asText(priceOf(0))}`, `$${asText(priceOf(1))}`);
    lab.demand(!isMixture(text, given) && isMixture(mixed, given), 'a mixture would not be seen');

    const quiet = readers(programs, given);
    await pause(3_000);
    const before = await quiet.stop();
    const load = readers(programs, given);
    const waits: number[] = [];
    for (let i = 1; i < tries; i++) {
      const begun = performance.now();
      await owner.publishPrice(priceOf(i));
      waits.push(performance.now() - begun);
      const shown = priceInData((await read(`${first.url}/shop`, agent)).text);
      lab.demand(shown === asText(priceOf(i)), `after publish ${i} the page shows ${shown}`);
    }
    for (const { url } of programs) await agrees(lab, url, asText(priceOf(tries - 1)), agent);
    const found = await load.stop();
    agent.destroy();
    lab.demand(found.failed === 0, `${found.failed} of ${found.read} pages were not answered`);
    lab.demand(found.mixed === 0, `${found.mixed} of ${found.read} pages were of two revisions`);
    const { p50, p99 } = sumUp(waits);
    lab.note(`${found.read} pages read, ${found.failed} failed, ${found.mixed} mixed`);
    lab.note(`p99 of a page ${ms(found.p99)} ms, ${ms(before.p99)} without publishes`);
    lab.note(`a publish took ${ms(p50)} ms, p99 ${ms(p99)}`);
    for (const program of programs.slice(1)) await program.stop();
    await lab.settle(world, first);
  },
};

/** Page, structured data, catalogue and quote have the same price, within 5 s on every instance. */
export async function agrees(lab: Lab, url: string, price: string, agent: Agent): Promise<void> {
  const tell = async () => {
    const { text } = await read(`${url}/shop`, agent);
    const catalogue = (await (await fetch(`${url}/api/catalogue`)).json()) as CatalogueItem[];
    return [priceInData(text), catalogue.find(({ id }) => id === PRODUCT)?.price, text.includes(`"price":"${price}"`)];
  };
  const isTold = async () => {
    const [page, catalogue] = await tell();
    return page === price && catalogue === price;
  };
  await until('one price everywhere', isTold, 5_000).catch(async (error) =>
    lab.demand(false, `${String(error)}: ${JSON.stringify(await tell())}`),
  );
}

/** The renderer started by the program, if one runs. */
function rendererOf({ process: { pid } }: Program): number | null {
  try {
    const found = execFileSync('pgrep', ['-P', String(pid), '-f', 'render-process'], { encoding: 'utf8' });
    return Number(found.split('\n', 1)[0]) || null;
  } catch {
    return null;
  }
}

const killedWhilePublishing: Fault = {
  name: 'P35 SIGKILL while a publish renders',
  engines: BOTH,
  tries: (rounds) => rounds,
  run: async (lab, tries) => {
    const world = await lab.world();
    const given = new Set(Array.from({ length: tries + 1 }, (_, i) => asText(priceOf(i))));
    const agent = new Agent();
    let old = 0;
    let before: string | null = null;
    for (let round = 0; round < tries; round++) {
      const program = await world.start();
      const owner = await Owner.signIn(program);
      before ??= asText((await owner.product()).priceCents ?? 0);
      const after = asText(priceOf(round));
      const publish = owner.publishPrice(priceOf(round)).then(
        () => true,
        () => false,
      );
      await until('the renderer', () => rendererOf(program) !== null);
      // During rendering, during the write, or just after it.
      await pause((round * 150) % 1_800);
      await program.stop('SIGKILL');
      const wasAnswered = await publish;
      const next = await world.start();
      const pages = await Promise.all(PAGES.map((page) => read(next.url + page, agent)));
      const shown = pages.map(({ text }) => priceInData(text)).find((price) => price !== null);
      lab.demand(
        pages.every(({ status, text }) => status === 200 && !isMixture(text, given)),
        `kill ${round}: a page failed or is of two revisions`,
      );
      lab.demand(shown === before || shown === after, `kill ${round}: the page shows ${shown}`);
      lab.demand(!wasAnswered || shown === after, `kill ${round}: a publish that was answered is gone`);
      await agrees(lab, next.url, shown ?? '', agent);
      if (shown === before) old += 1;
      before = shown ?? before;
      await next.stop();
    }
    agent.destroy();
    lab.note(`${old} times the old pages, ${tries - old} times the new ones, never both`);
    await lab.settle(world);
  },
};

export const publishFaults: readonly Fault[] = [publishes, killedWhilePublishing];
