import type { FastifyInstance } from 'fastify';
import type { Connection } from '#server/db/connect.ts';
import { ReadOnlyDatabaseError } from '#server/db/postgres/read-only.ts';
import type { DiskState } from './disk.ts';

/**
 * `/healthz`: the process answers. `/readyz`: the database answers too, and accepts writes. A full disk is reported
 * there but does not fail the check, because pages and all reads still work.
 */
export function addHealth(
  app: FastifyInstance,
  connection: Pick<Connection, 'ping'>,
  readDisk: () => Promise<DiskState>,
): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await connection.ping();
      return { status: 'ok', disk: await readDisk() };
    } catch (error) {
      const isReadOnly = error instanceof ReadOnlyDatabaseError;
      request.log.warn({ err: error }, isReadOnly ? error.message : 'the database does not answer');
      return reply.status(503).send({ status: 'unavailable', ...(isReadOnly && { database: 'read_only' }) });
    }
  });
}
