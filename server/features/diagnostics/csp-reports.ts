import { createHash } from 'node:crypto';
import { desc, eq, gt, lt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Config } from '#server/config.ts';
import type { Executor } from '#server/db/connect.ts';
import type { App, BaseDeps } from '#server/deps.ts';
import { limitOverall, limitRequests } from '#server/plugins/limits/rate-limit.ts';
import { CSP_REPORTS_PATH, PARTNER_HOSTS } from '#server/plugins/security-headers.ts';
import type { CheckResult, DiagnosticsDeps } from './check-result.ts';
import { cspReports } from './schema.ts';

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 30 * DAY_MS;
const SHOWN_MS = 7 * DAY_MS;
/** Limit of stored kinds, so that a flood of invented reports cannot fill the disk. */
const MAX_KINDS = 100;
const BODY_LIMIT = 16 * 1024;
const MAX_IN_BODY = 20;
const PER_MINUTE = 30;
const PER_MINUTE_OVERALL = 120;

const text = z.optional(z.string());
/** The format of `report-uri` (CSP 3, 5.3), and that of the Reporting API, a list. */
const oldReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
});
const newReports = z.array(
  z.object({ type: text, body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text }) }),
);

const REPORT_TYPES = ['application/csp-report', 'application/reports+json'];

/** A refused resource, without personal URLs. The sender controls page and host. */
type Report = { page: string; directive: string; blocked: string };

/**
 * POST /api/csp-reports receives the browsers' reports of violations of our Content-Security-Policy. The answer is
 * always 204 and reveals nothing.
 */
export async function addCspReportRoute(app: App, deps: BaseDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([...REPORT_TYPES, 'application/json'], { parseAs: 'string' }, (_request, body, done) =>
      done(null, String(body)),
    );
    scope.post(
      CSP_REPORTS_PATH,
      {
        bodyLimit: BODY_LIMIT,
        onRequest: limitRequests(app, PER_MINUTE),
        preHandler: limitOverall(PER_MINUTE_OVERALL),
        schema: {
          summary: 'What a browser refused by the Content-Security-Policy',
          consumes: REPORT_TYPES,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        for (const report of readReports(String(request.body ?? ''), deps.config)) {
          deps.log.info({ event: 'csp_report', ...report }, 'a browser refused something on a page');
          await keepReport(deps.db, report, deps.clock.now());
        }
        return reply.status(204).send(null);
      },
    );
  });
}

/** At most 20 reports, of our own pages only, without those caused by browser extensions. */
function readReports(body: string, config: Pick<Config, 'publicUrl'>): Report[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return [];
  }
  const old = z.safeParse(oldReport, parsed);
  const fresh = z.safeParse(newReports, parsed);
  const raw: { page?: string; directive?: string; blocked?: string }[] = [];
  if (old.success) {
    const report = old.data['csp-report'];
    raw.push({
      page: report['document-uri'],
      directive: report['effective-directive'] ?? report['violated-directive']?.split(' ', 1)[0],
      blocked: report['blocked-uri'],
    });
  } else if (fresh.success) {
    for (const { type, body: report } of fresh.data.slice(0, MAX_IN_BODY)) {
      if (type !== undefined && type !== 'csp-violation') continue;
      raw.push({ page: report.documentURL, directive: report.effectiveDirective, blocked: report.blockedURL });
    }
  }
  return raw.flatMap(({ page = '', directive = '', blocked = '' }) => {
    const ownPage = pageOf(page, config);
    const what = blockedOf(blocked);
    const isKnown = ownPage !== null && what !== null && /^[a-z]+(?:-[a-z]+){0,4}$/.test(directive);
    return isKnown && directive.length <= 40 ? [{ page: ownPage, directive, blocked: what }] : [];
  });
}

/** Only the path, without an order's token; `null` for a page that is not ours. */
function pageOf(address: string, { publicUrl }: Pick<Config, 'publicUrl'>): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  if (url.host !== new URL(publicUrl).host && !/^(?:localhost|127\.0\.0\.1)$/.test(url.hostname)) return null;
  return url.pathname.replace(/^\/order\/.*/s, '/order/…').slice(0, 100);
}

/** An origin, or a keyword of the standard such as `inline`. */
function blockedOf(address: string): string | null {
  if (/^(?:inline|eval|wasm-eval|self|data|blob|trusted-types-(?:policy|sink))$/.test(address)) return address;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url && ['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol))
    return `${url.protocol}//${url.host}`.slice(0, 100);
  return url && ['data:', 'blob:'].includes(url.protocol) ? url.protocol.slice(0, -1) : null;
}

async function keepReport(db: Executor, report: Report, now: Date): Promise<void> {
  const id = createHash('sha256').update(JSON.stringify(report)).digest('hex').slice(0, 32);
  const known = await db
    .update(cspReports)
    // Capped, so that the counter stays within an integer.
    .set({ count: sql`least(${cspReports.count} + 1, 1000000000)`, lastSeenAt: now })
    .where(eq(cspReports.id, id))
    .returning({ id: cspReports.id });
  if (known.length > 0) return;
  await db.delete(cspReports).where(lt(cspReports.lastSeenAt, new Date(now.getTime() - KEPT_MS)));
  if ((await db.$count(cspReports)) >= MAX_KINDS) return;
  await db
    .insert(cspReports)
    .values({ id, ...report, count: 1, createdAt: now, lastSeenAt: now })
    .onConflictDoNothing();
}

/** The number of kinds in the last seven days, and the most frequent one. */
export async function checkCsp({ database, clock }: DiagnosticsDeps): Promise<CheckResult | null> {
  if (!database.isOpen) return null;
  const recent = gt(cspReports.lastSeenAt, new Date(clock.now().getTime() - SHOWN_MS));
  const rows = await database.db.select().from(cspReports).where(recent).orderBy(desc(cspReports.count));
  const [most] = rows;
  if (!most) return { check: 'csp', state: 'ok', code: 'csp_quiet' };
  const { page, directive, blocked, count, lastSeenAt } = most;
  const values = { kinds: rows.length, page: shownPage(page), directive, count, when: lastSeenAt.toISOString() };
  // Anybody can send a report, so Setup shows no address that the sender chose. The log has it.
  return isKnown(blocked)
    ? { check: 'csp', state: 'warning', code: 'csp_seen', values: { ...values, blocked } }
    : { check: 'csp', state: 'warning', code: 'csp_seen_elsewhere', values };
}

/** A keyword of the standard, or an address that the shop itself calls. */
function isKnown(blocked: string): boolean {
  if (!URL.canParse(blocked)) return true;
  const { hostname } = new URL(blocked);
  return PARTNER_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

const PAGES = /^\/(?:$|(?:about|product|shop|wholesale|contact|policies|stories|order|sandbox-payment|admin)(?=\/|$))/;
const shownPage = (page: string) => PAGES.exec(page)?.[0] ?? '…';
