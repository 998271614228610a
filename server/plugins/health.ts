import type { FastifyInstance } from 'fastify';
import type { Connection } from '#server/db/connect.ts';
import type { DiskState } from './disk.ts';

/**
 * `/healthz`: the process answers. `/readyz`: the database answers too. A full disk is reported there, but does not
 * make it fail, since pages and all reads still work.
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
      request.log.warn({ err: error }, 'the database does not answer');
      return reply.status(503).send({ status: 'unavailable' });
    }
  });
}
