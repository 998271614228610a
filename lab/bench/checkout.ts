import { NO_LIMITS } from '#test/makers.ts';
import { startPostgres } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';
import { confirmOrder, payFor } from '#test/shopper.ts';
import { CELL_HEADS, cells, type Section, spread, sumUp, timed } from './report.ts';
import { createDatabase } from './shop.ts';

const COUNT = 150;
const ROUNDS = 3;
const WARM_UP = 20;
const SHOPPERS = [1, 8];
const ENV = { ...NO_LIMITS, LOG_LEVEL: 'warn' };

/** Whole checkouts over HTTP: rates, start, the sandbox's card, confirm. */
export async function measureCheckout(): Promise<Section> {
  const postgres = await startPostgres({ isDurable: true });
  const onPostgres = { ...ENV, DATABASE_URL: await createDatabase(postgres, 'bench_checkout') };
  const setups: { engine: string; instances: number; env: Record<string, string> }[] = [
    { engine: 'PGlite', instances: 1, env: ENV },
    { engine: 'PostgreSQL', instances: 1, env: onPostgres },
    { engine: 'PostgreSQL', instances: 2, env: onPostgres },
  ];
  try {
    const rows: (string | number)[][] = [];
    for (const { engine, instances, env } of setups) {
      const programs = await Promise.all(Array.from({ length: instances }, () => startProgram({ env })));
      const urls = programs.map(({ url }) => url);
      await buyMany(urls, WARM_UP, 1);
      for (const shoppers of SHOPPERS) {
        rows.push([engine, instances, shoppers, ...(await measure(urls, shoppers))]);
        console.log(rows.at(-1)?.join(' | '));
      }
      await Promise.all(programs.map((program) => program.stop()));
    }
    const head = ['database', 'instances', 'shoppers at once', 'checkouts/s', 'min–max', ...CELL_HEADS];
    const body = [
      `${ROUNDS} rounds of ${COUNT} checkouts of four calls each (rates, start, sandbox card, confirm); each shopper ` +
        'stays at one instance. Clients, instances and a PostgreSQL that writes through to the disk share the machine. ' +
        'The times are those of a whole checkout; PGlite never waits for the disk.',
      { head, rows },
    ];
    return { title: 'Checkout', body };
  } finally {
    await postgres.stop();
  }
}

async function measure(urls: string[], shoppers: number): Promise<string[]> {
  const rates: number[] = [];
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const whole = await timed(async () => times.push(...(await buyMany(urls, COUNT, shoppers))));
    rates.push((COUNT * 1000) / whole);
  }
  return [...spread(rates, (rate) => rate.toFixed(1)), ...cells(sumUp(times))];
}

async function buyMany(urls: string[], count: number, shoppers: number): Promise<number[]> {
  const times: number[] = [];
  let left = count;
  const shop = async (_: unknown, i: number) => {
    const url = urls[i % urls.length] ?? '';
    while (left-- > 0) times.push(await timed(async () => confirmOrder(url, await payFor(url))));
  };
  await Promise.all(Array.from({ length: shoppers }, shop));
  return times;
}
