import { AppError } from '#server/errors.ts';
import { escapeHtml } from '#server/html.ts';
import { previewUrl } from '#shared/content/content.ts';
import type { Language } from '#shared/core/language.ts';
import type { ContentSnapshot } from './live-content.ts';
import { RenderingFailed } from './render-process.ts';
import { type ContentDeps, type Kinds, previewSnapshot } from './service.ts';

export type PreviewRequest = {
  path: string;
  language: Language;
  /** `product:<id>`: shown also while it is a draft. */
  item: string | undefined;
  /** Makes each sentence of the page a link to its form. */
  editing: Editing | null;
  /** Stands above the page. */
  notice: string;
  /** Whether nobody waits for it any more. */
  isGone(): boolean;
};

/** What another feature does to a snapshot before it is rendered, and to the page that comes of it. */
export type Editing = { mark(snapshot: ContentSnapshot): ContentSnapshot; link(html: string): string };

/** One at a time in this process: each takes a process of its own, beside those that shoppers' pages may need. */
const queues = new WeakMap<object, Promise<unknown>>();

/**
 * A page as it would be with everything that is saved, for a signed-in reader alone.
 *
 * @throws AppError `not_found` · `rendering_failed`
 */
export async function previewPage(deps: ContentDeps, kinds: Kinds, request: PreviewRequest): Promise<string> {
  const before = queues.get(deps.content) ?? Promise.resolve();
  const mine = before.catch(() => null).then(() => render(deps, kinds, request));
  queues.set(deps.content, mine);
  return mine;
}

async function render(deps: ContentDeps, kinds: Kinds, request: PreviewRequest): Promise<string> {
  const { path, language, item, editing, notice } = request;
  if (request.isGone()) throw new AppError('not_found');
  const [kind = '', id = ''] = item?.split(':') ?? [];
  const saved = await previewSnapshot(deps, kinds, item === undefined ? null : { kind, id });
  const snapshot = editing ? editing.mark(saved) : saved;
  const html = await deps.content.preview(snapshot, path, language).catch((error) => {
    if (!(error instanceof RenderingFailed)) throw error;
    throw new AppError('rendering_failed', { cause: error, values: { page: error.page ?? '', reason: error.message } });
  });
  if (html === null) throw new AppError('not_found');
  const page = asPreview(html, (to) => previewUrl(to, language, item), notice);
  // Last: scripts carry the page's texts a second time, and links to forms are not links to previews.
  return editing ? editing.link(page) : page;
}

const NOTICE_STYLE =
  'position:sticky;top:0;z-index:99;padding:8px 16px;background:#1d1d1f;color:#fff;font:600 14px/1.4 system-ui,sans-serif;text-align:center';

/**
 * Makes a rendered page one that only shows: without scripts nothing of it can be bought or sent, links lead to other
 * previews, and search engines leave it out.
 *
 * @param urlOf the preview of a path
 */
export function asPreview(html: string, urlOf: (path: string) => string, notice: string): string {
  return (
    html
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
      // Without scripts the menu stays open: it scrolls away in place of covering the page.
      .replace(/(<header\b[^>]*\bclass="[^"]*)\bsticky\b/, '$1relative')
      .replace('</head>', '<meta name="robots" content="noindex, nofollow"></head>')
      .replace(/<body[^>]*>/, (body) => `${body}<p role="note" style="${NOTICE_STYLE}">${escapeHtml(notice)}</p>`)
      .replace(/(<a\b[^>]*?\shref=")(\/[\w/-]*)(#[\w-]*)?(")/g, (_, start, path, anchor = '', end) => {
        return `${start}${escapeHtml(urlOf(path))}${anchor}${end}`;
      })
  );
}
