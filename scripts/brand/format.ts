import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIOME = `${ROOT}node_modules/.bin/biome`;

/**
 * The sources in the format of `npm run check`, by their paths in `brand/`. A source stays unchanged if the formatter
 * is not installed (`npm ci --omit=dev`) or cannot read it.
 */
export async function formatSources(files: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const formatted = [...files].map(
    async ([name, source]): Promise<[string, string]> => [
      name,
      /\.(?:ts|css)$/.test(name) ? await format(name, source) : source,
    ],
  );
  return new Map(await Promise.all(formatted));
}

async function format(name: string, source: string): Promise<string> {
  const child = spawn(BIOME, ['format', `--stdin-file-path=brand/${name}`], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exit = new Promise<number | null>((done) => child.once('error', () => done(null)).once('close', done));
  // It may end before it has read everything.
  child.stdin.on('error', () => {}).end(source);
  const output = await text(child.stdout);
  return (await exit) === 0 ? output : source;
}
