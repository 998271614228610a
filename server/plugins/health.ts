import type { FastifyInstance } from 'fastify';
import type { Connection } from '#server/db/connect.ts';

/** `/healthz`: the process answers. `/readyz`: the database does too. */
export function addHealth(app: FastifyInstance, connection: Pick<Connection, 'ping'>): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await connection.ping();
      return { status: 'ok' };
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
      return reply.status(503).send({ status: 'unavailable' });
    }
  });
}
