import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import type { ApiDocument } from './api.ts';
import type { Known } from './known.ts';

/** A small shop as a target. */
export type ControlShop = { url: string; document: ApiDocument; known: Known; close(): Promise<void> };

/**
 * Three calls on a real database, as the control of attacks that find nothing. A careless shop puts input into its SQL;
 * its twin passes it as parameters. Both hide their errors behind one message.
 */
export async function startControlShop({ isCareless }: { isCareless: boolean }): Promise<ControlShop> {
  const database = new PGlite();
  await database.exec(`
    create table boxes (id int primary key, name text not null);
    create table notes (id serial primary key, text text not null);
    insert into boxes values (1, 'forty singles'), (2, 'twenty doubles');
  `);
  const findBoxes = (q: string) =>
    isCareless
      ? database.query(`select id, name from boxes where name like '%${q}%'`)
      : database.query(`select id, name from boxes where name like '%' || $1 || '%'`, [q]);
  const findBox = (id: string) =>
    isCareless
      ? database.query(`select id, name from boxes where id = ${id}`)
      : database.query('select id, name from boxes where id::text = $1', [id]);
  const keepNote = (text: string) =>
    isCareless
      ? database.query(`insert into notes (text) values ('${text}') returning id`)
      : database.query('insert into notes (text) values ($1) returning id', [text]);

  async function answerTo(request: IncomingMessage): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      return (await keepNote(String(JSON.parse(Buffer.concat(chunks).toString()).text))).rows;
    }
    const id = pathname.slice('/api/boxes/'.length);
    return (await (id ? findBox(decodeURIComponent(id)) : findBoxes(searchParams.get('q') ?? ''))).rows;
  }
  const server = createServer(async (request, response) => {
    try {
      const rows = JSON.stringify(await answerTo(request));
      response.writeHead(200, HEADERS).end(rows);
    } catch {
      response.writeHead(500, HEADERS).end('{"message":"Something went wrong."}');
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    document: DOCUMENT,
    known: { cookie: '', ids: {}, good: { id: ['1'], q: ['forty'], text: ['A note.'] } },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
      await database.close();
    },
  };
}

/** Our shop's headers, so that an attack finds only the vulnerability. */
const HEADERS = {
  'content-type': 'application/json',
  'content-security-policy': "frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
};

const DOCUMENT: ApiDocument = {
  paths: {
    '/api/boxes': { get: { parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }] } },
    '/api/boxes/{id}': { get: { parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }] } },
    '/api/notes': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
            },
          },
        },
      },
    },
  },
};
