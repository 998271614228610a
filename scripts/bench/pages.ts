import autocannon from 'autocannon';
import { startProgram } from '#test/program.ts';
import { type Section, table } from './report.ts';

const CONNECTIONS = 64;
const SECONDS = 8;
const PAGES = ['/', '/shop', '/wholesale'];

/** Requests a second of the public pages, which the server keeps compressed in memory. */
export async function measurePages(): Promise<Section> {
  const program = await startProgram({ env: { LOG_LEVEL: 'warn' } });
  try {
    const rows: (string | number)[][] = [];
    for (const page of PAGES) {
      const load = { url: program.url + page, connections: CONNECTIONS, headers: { 'accept-encoding': 'br' } };
      await autocannon({ ...load, duration: 2 });
      const { requests, latency, throughput, non2xx, errors } = await autocannon({ ...load, duration: SECONDS });
      rows.push([
        page,
        requests.average.toFixed(0),
        `${requests.min}–${requests.max}`,
        latency.p50,
        latency.p99,
        (throughput.average / 2 ** 20).toFixed(1),
        non2xx + errors,
      ]);
    }
    const body = [
      `autocannon with ${CONNECTIONS} connections for ${SECONDS} s each, Brotli, one instance; the load comes from the ` +
        'same machine, and is included in what it has to do. No other web server was measured beside it.',
      table(['page', 'requests/s', 'min–max', 'p50 ms', 'p99 ms', 'MB/s', 'failed'], rows),
    ];
    return { title: 'Pages from memory', body: body.join('\n\n') };
  } finally {
    await program.stop();
  }
}
