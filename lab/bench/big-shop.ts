import { mkdirSync } from 'node:fs';
import pg from 'pg';
import { type Postgres, startPostgres } from '#test/postgres.ts';
import { fillOrders } from './fill-orders.ts';
import { ms, timed } from './report.ts';
import { createDatabase, query } from './shop.ts';

export const MAX_ORDERS = 1_000_000;

/** A PostgreSQL whose data is kept in this folder, for `openBigDatabase`. */
export function startBigPostgres(folder: string): Promise<Postgres> {
  mkdirSync(folder, { recursive: true });
  return startPostgres({ folder });
}

/**
 * A database with this many orders and mails, 2,000 stores and 20,000 inquiries: reused from an earlier run, or filled
 * now.
 *
 * @returns its URL; a program that starts on it applies later migrations
 */
export async function openBigDatabase(postgres: Postgres, count: number): Promise<string> {
  const name = `bench_${count}`;
  const address = postgres.url.replace(/postgres$/, name);
  const [found] = await query(postgres.url, `select 1 from pg_database where datname = '${name}'`);
  if (found) return address;
  // Renamed only once it is complete, because a run may be aborted.
  const unfinished = `${name}_unfinished`;
  await query(postgres.url, `drop database if exists ${unfinished}`);
  const url = await createDatabase(postgres, unfinished);
  console.log(`${count.toLocaleString('en-US')} orders in ${ms((await timed(() => fill(url, count))) / 1_000)} s`);
  await query(postgres.url, `alter database ${unfinished} rename to ${name}`);
  return address;
}

async function fill(url: string, count: number): Promise<void> {
  await fillOrders(url, count);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`insert into emails (template_key, language, to_address, subject, html, text, status, message_id, order_id, created_at)
      select 'order_confirmation', preferred_language, email, 'Your order', '<p>Thank you</p>', 'Thank you', 'sent',
        'bench-' || id, id, created_at from orders`);
    await client.query(`insert into store_locations (name, address, store_type, latitude, longitude)
      select 'Bodega ' || n, n || ' SW 8th Street, Miami, FL', 'convenience', 25.7, -80.2 from generate_series(1, 2000) n`);
    await client.query(`insert into wholesale_inquiries (business_name, contact_name, email, phone, store_type, location, created_at)
      select 'Gas ' || n, 'Rosa Peña', 'rosa' || n || '@gas.example', '305-555-0177', 'gas-station', 'Miami',
        now() - n * interval '1 hour' from generate_series(1, 20000) n`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
