import type { PageError } from '#shared/content/page-errors.ts';

/** How often a document reports failures. */
const MAX_REPORTS = 5;
let reports = 0;

/** Reports to the server's log that a part of the page failed. A report that does not arrive is lost. */
export function reportPageError(region: PageError['region'], thrown: unknown): void {
  reports += 1;
  if (reports > MAX_REPORTS) return;
  const { name, stack = '' } = thrown instanceof Error ? thrown : new Error();
  const report: PageError = {
    region,
    page: location.pathname,
    error: name,
    at: stack.match(/[\w.-]+\.js:\d+:\d+/g)?.slice(0, 3) ?? [],
  };
  // `keepalive`, because the visitor may reload or leave at once.
  fetch('/api/page-errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => {});
}
