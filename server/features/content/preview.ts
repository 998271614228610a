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
  /** `product:<id>`: shown even as a draft. */
  item: string | undefined;
  /** Makes each sentence of the page a link to its form. */
  editing: Editing | null;
  /** A text above the page. */
  notice: string;
  /** Whether the request was aborted. */
  isGone(): boolean;
};

/** Another feature's changes: to a snapshot before it is rendered, and to the resulting page. */
export type Editing = { mark(snapshot: ContentSnapshot): ContentSnapshot; link(html: string): string };

/** One at a time in this process: each needs a separate process, besides those for shoppers' pages. */
const queues = new WeakMap<object, Promise<unknown>>();

/**
 * A page with everything that is saved, only for a signed-in reader.
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
  // Last, because scripts contain the page's texts a second time, and links to forms must not become previews.
  return editing ? editing.link(page) : page;
}

const NOTICE_STYLE =
  'position:sticky;top:0;z-index:99;padding:8px 16px;background:#1d1d1f;color:#fff;font:600 14px/1.4 system-ui,sans-serif;text-align:center';

/**
 * Makes a rendered page inert: without scripts it cannot buy or send, links lead to other previews, and search engines
 * ignore it.
 *
 * @param urlOf the preview of a path
 */
export function asPreview(html: string, urlOf: (path: string) => string, notice: string): string {
  return (
    html
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
      // The notice is at the top of the window.
      .replace(/(<header\b[^>]*\bclass="[^"]*)\bsticky\b/, '$1relative')
      .replace('</head>', '<meta name="robots" content="noindex, nofollow"></head>')
      .replace(
        /<body([^>]*)>/,
        (_, given) => `<body data-preview${given}><p role="note" style="${NOTICE_STYLE}">${escapeHtml(notice)}</p>`,
      )
      .replace(/(<a\b[^>]*?\shref=")(\/[\w/-]*)(#[\w-]*)?(")/g, (_, start, path, anchor = '', end) => {
        return `${start}${escapeHtml(urlOf(path))}${anchor}${end}`;
      })
  );
}
