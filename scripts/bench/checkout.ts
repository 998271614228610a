import { startPostgres } from '#test/postgres.ts';
import { type Program, startProgram } from '#test/program.ts';
import { confirmOrder, payFor } from '#test/shopper.ts';
import { CELL_HEADS, cells, type Section, sumUp, table, timed } from './report.ts';
import { createDatabase } from './shop.ts';

const COUNT = 300;
const WARM_UP = 20;
const SHOPPERS = [1, 8];
const ENV = {
  LOG_LEVEL: 'warn',
  LIMIT_RATES: '1000000',
  LIMIT_CONFIRMATIONS: '1000000',
  LIMIT_PAYMENT_STARTS: '1000000',
  LIMIT_PAYMENT_STARTS_OVERALL: '1000000',
};

/** Whole checkouts over HTTP: rates, start, the sandbox's card, confirm. */
export async function measureCheckout(): Promise<Section> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    const url = await createDatabase(postgres, 'bench_checkout');
    const rows = [
      ...(await measure('PGlite', await startProgram({ env: ENV }))),
      ...(await measure('PostgreSQL', await startProgram({ env: { ...ENV, DATABASE_URL: url } }))),
    ];
    const body = [
      `${COUNT} checkouts of four calls each (rates, start, sandbox card, confirm), one instance, clients and ` +
        'database on the same machine. The times are those of a whole checkout.',
      table(['database', 'shoppers at once', 'checkouts/s', ...CELL_HEADS], rows),
    ];
    return { title: 'Checkout', body: body.join('\n\n') };
  } finally {
    await postgres.stop();
  }
}

async function measure(engine: string, program: Program): Promise<(string | number)[][]> {
  const buy = async () => confirmOrder(program.url, await payFor(program.url));
  try {
    for (let i = 0; i < WARM_UP; i++) await buy();
    const rows: (string | number)[][] = [];
    for (const shoppers of SHOPPERS) {
      const times: number[] = [];
      let left = COUNT;
      const shop = async () => {
        while (left-- > 0) times.push(await timed(buy));
      };
      const whole = await timed(() => Promise.all(Array.from({ length: shoppers }, shop)));
      rows.push([engine, shoppers, ((COUNT * 1000) / whole).toFixed(1), ...cells(sumUp(times))]);
    }
    return rows;
  } finally {
    await program.stop();
  }
}
