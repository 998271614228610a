import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { actAs } from '#server/db/actor.ts';
import type { BaseDeps } from '#server/deps.ts';
import type { JournalArea } from '#shared/admin/journal.ts';
import { note } from './service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the name under which this call changes rows. */
    endActing?: () => void;
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Calls that hand out data in another form: a person's data as JSON, evidence to the bank. */
const OTHER_EXPORTS = new Set(['POST /api/admin/people/export', 'POST /api/admin/orders/:id/dispute-file']);
const FORBIDDEN = 403;

/**
 * Names the person who makes the changes of each call under /api/admin, and writes the lines of what changes no row:
 * files with data, before they are sent, and calls that the person may not make.
 */
export function keepJournal(app: FastifyInstance, { db }: Pick<BaseDeps, 'db'>): void {
  // In this hook, not in an earlier one: reading a body would lose the context.
  const nameActor = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    if (!request.staff || READS.has(request.method)) return done();
    const { id, name } = request.staff;
    request.endActing = actAs({ id, name, call: callOf(request) }, done);
  };
  const endActing = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    request.endActing?.();
    done();
  };
  const noteExport = async (request: FastifyRequest) => {
    if (!request.staff || request.method === 'HEAD') return;
    await note(db, request.staff, { ...about(request, 'exports'), action: 'export' });
  };
  const noteRefusal = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.staff || reply.statusCode !== FORBIDDEN || request.method === 'HEAD') return;
    await note(db, request.staff, { ...about(request, 'refusals'), action: 'refusal' });
  };
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/admin/')) return;
    route.preHandler = [...listOf(route.preHandler), nameActor, ...(isExport(route) ? [noteExport] : [])];
    route.onSend = [...listOf(route.onSend), noteRefusal];
    route.onResponse = [...listOf(route.onResponse), endActing];
  });
}

const listOf = <T>(one: T | T[] | undefined): T[] => (one === undefined ? [] : ([one].flat() as T[]));
const callOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? ''}`;

/** Whether an answer is a file of data: a table, a PDF, a backup. A page in the preview is not. */
function isExport({ method, url, schema }: RouteOptions): boolean {
  if (method === 'HEAD' || !url.startsWith('/api/admin/')) return false;
  const { produces = [] } = (schema ?? {}) as { produces?: readonly string[] };
  return OTHER_EXPORTS.has(`${method} ${url}`) || produces.some((type) => type !== 'text/html');
}

function about(request: FastifyRequest, area: JournalArea) {
  const call = callOf(request);
  const { id } = (request.params ?? {}) as { id?: string };
  const isOrder = id !== undefined && call.includes('/api/admin/orders/:id');
  return { area, call, ...(isOrder && { subjectKind: 'order', subjectId: id }) };
}
