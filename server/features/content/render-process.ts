import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import type { SiteContent } from '#shared/catalogue/products.ts';
import type { Language } from '#shared/core/language.ts';

/** 24 products take some seconds on an idle machine and a minute on a busy one. Below nginx's time limit (300 s). */
const LIMIT_MS = 240_000;

/** `page` is the path and language that failed, `null` if the failure concerns no single page. */
export class RenderingFailed extends Error {
  readonly page: string | null;
  constructor(page: string | null, message: string) {
    super(message);
    this.name = 'RenderingFailed';
    this.page = page;
  }
}

/** `only` renders that page alone; otherwise every page and the files that list them. */
type RenderInput = { content: SiteContent; publicUrl: string; only?: { path: string; language: Language } };

/**
 * Renders all pages in a separate process: one thread stays free for shoppers, and the memory is released with the
 * process. It gets no settings and opens no database.
 *
 * @param folder the built renderer: `dist/render`
 * @returns the files as JSON: by name, each with its two compressed forms in base64
 * @throws RenderingFailed
 */
export async function renderPages(folder: string, input: RenderInput): Promise<Buffer> {
  const child = spawn(process.execPath, [`${folder}/render-process.js`], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done(code));
  });
  yieldToShoppers(child.pid);
  // It may end before it has read everything; its own message then says why.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(input));
  const [files, errors, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]).catch((error) => {
    throw new RenderingFailed(null, String(error));
  });
  if (code === 0) return files;
  throw explain(errors, code);
}

function yieldToShoppers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system forbids it: it is rendered at normal priority.
  }
}

function explain(errors: string, code: number | null): RenderingFailed {
  try {
    const { page, message } = JSON.parse(errors) as { page: string | null; message: string };
    return new RenderingFailed(page, message);
  } catch {
    return new RenderingFailed(null, errors.slice(0, 2_000) || `The renderer ended with ${code}`);
  }
}
