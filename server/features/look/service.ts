import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps, Logger } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { contentEditor } from '#server/features/content/editor.ts';
import {
  type ContentDeps,
  type ContentItem,
  findContent,
  mentionsInContent,
} from '#server/features/content/service.ts';
import { Converter } from '#server/features/media/converter.ts';
import type { Changed } from '#shared/content/item.ts';
import { type AdminLook, type LookChange, type LookFields, MAX_LOGO_BYTES } from '#shared/look/look.ts';
import { mailLogoSize } from '#shared/look/pictures.ts';
import { LOOK_CONTENT, LOOK_ID, lookKind, picturesOf, toLook } from './kinds.ts';
import type { PictureOrder } from './picture-maker.ts';
import * as repository from './repository.ts';
import { cleanSvg } from './svg.ts';

const DAY_MS = 24 * 3_600_000;
const MAKER = fileURLToPath(new URL('./picture-maker.ts', import.meta.url));

export type LookDeps = ContentDeps & { maker: Converter };

/** The process that draws logos; one at a time. A logo needs a fraction of what a photo may take. */
export const logoMaker = (log: Logger): Converter =>
  new Converter({ log, program: MAKER, limits: { rssBytes: 512 * 1024 ** 2, processorMs: 20_000, ms: 60_000 } });

export const lookEditor = contentEditor(lookKind, LOOK_CONTENT, toWire);

/** The published look. */
export async function readPublicLook(db: Executor): Promise<LookFields> {
  const item = await findContent({ db: db as ContentDeps['db'] }, lookKind, LOOK_ID);
  return toLook(item?.published ?? {});
}

function toWire({ version, origin, changed, fields, published }: ContentItem): AdminLook {
  // The set of pictures follows logo and colours.
  const shown = changed.filter((field) => field !== 'pictures');
  const look = toLook(fields);
  return { ...look, pictures: picturesOf(look), published: toLook(published ?? {}), version, origin, changed: shown };
}

/* ---- the logo ---- */

/**
 * Stores an uploaded logo: a drawing rewritten from its harmless parts, or a picture without anything but its pixels.
 *
 * @returns the name by which a look refers to it
 * @throws AppError what is wrong with the file, as `logo_…` or `picture_…`
 */
export async function addLogo({ db, clock, maker }: LookDeps, content: Buffer): Promise<string> {
  if (content.length === 0) throw new AppError('picture_empty');
  if (content.length > MAX_LOGO_BYTES) throw new AppError('logo_large');
  const type = typeOf(content);
  const drawing = type === 'svg' ? cleanSvg(content) : null;
  const source = drawing ? Buffer.from(drawing.svg) : content;
  const made = await maker.convert(orderOf({ make: 'logo', type }, source));
  const bytes = drawing ? source : made.files[0]?.content;
  if (!bytes) throw new AppError('picture_failed');
  const { width, height } = drawing ?? made;
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const name = `${hash}-${boxed(width, height)}.${type}`;
  await repository.writeFiles(db, [{ name, content: bytes }], clock.now());
  await repository.touchFiles(db, [hash], clock.now());
  return name;
}

/** By its content, whatever the file is called. */
function typeOf(content: Buffer): 'svg' | 'png' {
  if (content.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  const start = content.toString('latin1', 0, 4_096);
  if (/^(?:\xef\xbb\xbf)?\s*</.test(start) && /<(?:\w+:)?svg[\s>]/.test(start)) return 'svg';
  throw new AppError('logo_type');
}

/** Four digits a side at most, in the same proportion. */
function boxed(width: number, height: number): string {
  const scale = Math.min(1, 2_000 / Math.max(width, height));
  return [width, height].map((side) => Math.max(1, Math.round(side * scale))).join('x');
}

function orderOf(order: PictureOrder, logo: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(order)}\n`), logo]);
}

/* ---- the look ---- */

/**
 * Saves the look: as a draft, or with `publish` at once. The pictures of a logo are made before, so that a page never
 * names one that is missing.
 *
 * @throws AppError `stale_version` with the look as `current` · `validation` an unknown logo, or at a publish colours
 * that cannot be read
 */
export async function saveLook(deps: LookDeps, id: string, change: LookChange): Promise<Changed<AdminLook>> {
  const now = await lookEditor.read(deps, id);
  if (change.version !== now.version) throw new AppError('stale_version', { current: now });
  await makePictures(deps, change);
  return lookEditor.save(deps, id, change);
}

/** @throws AppError `validation` the logo is not stored */
async function makePictures({ db, clock, maker }: LookDeps, look: Pick<LookFields, 'logo' | 'colours'>): Promise<void> {
  const { logo, colours } = look;
  if (logo === null) return;
  const set = picturesOf(look);
  const [logoHash = ''] = logo.split('-', 1);
  if ((await repository.touchFiles(db, [logoHash, set], clock.now())) === 2) return;
  const source = await repository.readFile(db, logo);
  if (!source) throw new AppError('validation', { issues: [{ path: 'logo', code: 'logo_unknown' }] });
  const { ground, brand, accent } = colours;
  const type = logo.endsWith('.svg') ? 'svg' : 'png';
  const order = { make: 'set', type, colours: { ground, brand, accent }, mail: mailLogoSize(logo) } as const;
  const { files } = await maker.convert(orderOf(order, source));
  const named = files.map(({ name, content }) => ({ name: `${set}-${name}`, content }));
  await repository.writeFiles(db, named, clock.now());
}

/** A logo, or a picture made from it; `null` when there is no such file. */
export function readLookFile({ db }: Pick<BaseDeps, 'db'>, name: string): Promise<Buffer | null> {
  return repository.readFile(db, name);
}

/**
 * Deletes logos and pictures that no look has had for a day, published, drafted or in a past revision. Those of the saved
 * look are kept before: its draft does not name the pictures that publishing it will show.
 */
export async function keepLogos(deps: LookDeps): Promise<void> {
  const { db, clock, log } = deps;
  const { logo, colours } = await lookEditor.read(deps, LOOK_ID);
  await makePictures(deps, { logo, colours }).catch((error) => log.error({ err: error }, 'a logo has no pictures'));
  const before = new Date(clock.now().getTime() - DAY_MS);
  for (const hash of await repository.listOldHashes(db, before)) {
    if (!(await mentionsInContent({ db }, hash))) await repository.deleteFiles(db, hash, before);
  }
}
