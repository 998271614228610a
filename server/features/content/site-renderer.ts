import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor } from '#server/db/connect.ts';
import { type RenderedFiles, type Site, withRendered } from '#server/plugins/pages/site-files.ts';
import type { SiteContent } from '#shared/catalogue/products.ts';
import type { Language } from '#shared/core/language.ts';
import { renderPages } from './render-process.ts';
import { deleteOldSets, insertSet, readSet, writePieces } from './rendered-repository.ts';

/** Rendered pages that are written but not assigned to a revision yet. */
export type WrittenSet = { id: string; files: RenderedFiles };

type Deps = { db: Executor; clock: { now(): Date }; log: FastifyBaseLogger; site: Site };

/** Settings that pages show: the shop's address, and the partners named in its privacy policy. */
type Shop = { publicUrl: string; partners: readonly string[] };

/** Renders pages for this build, stores them in the database, and shows them. */
export class SiteRenderer {
  readonly #deps: Deps;
  readonly #folder: string;
  readonly #publicUrl: string;
  readonly #build: string;
  /** The site of the build; rendered pages replace its own. */
  readonly #built: Site;

  private constructor(deps: Deps, folder: string, { publicUrl, partners }: Shop, build: string) {
    this.#deps = deps;
    this.#folder = folder;
    this.#publicUrl = publicUrl;
    // The pages contain the address and the partners.
    this.#build = createHash('sha256')
      .update([build, publicUrl, ...partners].join(' '))
      .digest('hex')
      .slice(0, 32);
    this.#built = { ...deps.site };
  }

  /** @param folder the built renderer; @returns `null` when there is none, as in development */
  static open(deps: Deps, folder: string, shop: Shop): SiteRenderer | null {
    const file = join(folder, 'build.json');
    if (!existsSync(file)) return null;
    const { build } = JSON.parse(readFileSync(file, 'utf8')) as { build: string };
    return new SiteRenderer(deps, folder, shop, build);
  }

  /** Renders all pages and writes them; they are not shown until they are assigned to a revision. */
  async render(content: SiteContent): Promise<WrittenSet> {
    const packed = await renderPages(this.#folder, { content, publicUrl: this.#publicUrl });
    const set = { id: randomUUID(), files: unpack(packed) };
    await writePieces(this.#deps.db, set.id, packed);
    return set;
  }

  /** Renders one page without storing it. @returns its HTML; `null` when the page does not exist */
  async renderOne(content: SiteContent, path: string, language: Language): Promise<string | null> {
    const input = { content, publicUrl: this.#publicUrl, only: { path, language } };
    const [file] = unpack(await renderPages(this.#folder, input)).values();
    return file ? gunzipSync(file.gz).toString() : null;
  }

  /** Assigns written pages to a revision, in the transaction that makes the revision. */
  async claim(tx: Executor, { id }: WrittenSet, revision: number): Promise<void> {
    await insertSet(tx, { id, build: this.#build, revision, createdAt: this.#deps.clock.now() });
  }

  /** The pages of a revision; `null` when this build has rendered none yet. */
  async read(revision: number): Promise<RenderedFiles | null> {
    const packed = await readSet(this.#deps.db, this.#build, revision);
    return packed && unpack(packed);
  }

  /** Renders the pages of a revision published by another build, once for all instances of this one. */
  async catchUp(content: SiteContent): Promise<RenderedFiles> {
    const written = await this.render(content);
    await this.claim(this.#deps.db, written, content.revision);
    return written.files;
  }

  /** Switches to these pages at once. `null` shows those of the build. */
  show(files: RenderedFiles | null): void {
    Object.assign(this.#deps.site, files ? withRendered(this.#built, files) : this.#built);
  }

  /** Deletes pages that no start needs any more. Leftovers only cost disk space. */
  async tidy(revision: number): Promise<void> {
    const { db, clock, log } = this.#deps;
    await deleteOldSets(db, this.#build, revision, clock.now()).catch((error) =>
      log.warn({ err: error }, 'could not delete old rendered pages'),
    );
  }
}

function unpack(packed: Buffer): RenderedFiles {
  const files = JSON.parse(packed.toString()) as Record<string, { br: string; gz: string }>;
  return new Map(
    Object.entries(files).map(([name, { br, gz }]) => {
      return [name, { br: Buffer.from(br, 'base64'), gz: Buffer.from(gz, 'base64') }];
    }),
  );
}
