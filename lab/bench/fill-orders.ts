import pg from 'pg';

const BATCH = 50_000;

/**
 * Inserts many realistic orders into a migrated database: over three years up to now, the latest still unshipped, 50
 * first names by 40 last names; every hundredth is a gift. Search and sort indexes are rebuilt at the end, as after a
 * restore.
 */
export async function fillOrders(url: string, count: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
      `select i.indexname, i.indexdef from pg_indexes i
       where i.tablename in ('orders', 'order_lines', 'customers') and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`,
    );
    for (const { indexname } of indexes) await client.query(`drop index "${indexname}"`);
    for (let from = 1; from <= count; from += BATCH) {
      await client.query(INSERT, [from, Math.min(count, from + BATCH - 1), count]);
    }
    await client.query("set maintenance_work_mem = '256MB'");
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** $1 first number, $2 last number, $3 how many in all; number 1 is the newest order. */
const INSERT = `
with made as (insert into orders (customer_name, email, phone, address_line1, city, state, zip_code, total_amount, shipping_cost,
  shipping_method, shipping_carrier, tracking_number, stripe_payment_intent_id, items, preferred_language, status,
  status_token, created_at, recipient_name)
select
  first || ' ' || last,
  lower(first || '.' || last || n || '@customer.example'),
  '305-555-' || lpad((n % 10000)::text, 4, '0'),
  (n % 9000 + 100) || ' SW ' || (n % 180 + 1) || 'th Street', 'Miami', 'FL', '33' || lpad((n % 200)::text, 3, '0'),
  boxes * 19.99, case when boxes > 1 then 0 else 8.95 end, 'Ground Advantage', 'USPS',
  case when status in ('shipped', 'delivered') then '94001' || lpad(n::text, 17, '0') end,
  'pi_bench_' || n,
  json_build_array(json_build_object('id', 'box40', 'name', 'Box of 40', 'quantity', boxes, 'price', '19.99'))::text,
  case when n % 3 = 0 then 'es' else 'en' end, status,
  'bench-' || n || '-' || md5(n::text),
  now() - interval '1095 days' * (n::float8 / $3),
  case when n % 100 = 7 then 'Abuela ' || last end
from (
  select n, 1 + n % 4 as boxes,
    (array['María','José','Yolanda','Luis','Ana','Carlos','Carmen','Jorge','Rosa','Miguel','Marta','Juan','Elena',
      'Pedro','Lucía','Rafael','Sofía','Manuel','Isabel','Ramón','Teresa','Ángel','Gloria','Raúl','Silvia','Óscar',
      'Beatriz','Héctor','Alicia','Tomás','Diana','Andrés','Nora','Emilio','Clara','Víctor','Laura','Sergio','Irma',
      'Hugo','Celia','Iván','Olga','Alberto','Mirta','Ernesto','Paula','Félix','Julia','Dennis'])[1 + n % 50] as first,
    (array['García','Rodríguez','Pérez','Hernández','González','López','Martínez','Díaz','Fernández','Álvarez',
      'Suárez','Núñez','Gómez','Torres','Ramos','Castillo','Valdés','Acosta','Peña','Cruz','Reyes','Morales','Ortiz',
      'Delgado','Cabrera','Herrera','Medina','Alonso','Vega','Soto','Guerra','Rivero','Padrón','Batista','Quintana',
      'Leyva','Figueroa','Zamora','Estévez','Machado'])[1 + (n / 50) % 40] as last,
    case when n <= $3 * 0.01 then 'pending' when n <= $3 * 0.02 then 'processing' when n <= $3 * 0.05 then 'shipped'
      when n % 25 = 0 then 'cancelled' else 'delivered' end as status
  from generate_series($1::bigint, $2::bigint) as n
) as drawn
returning id, items)
insert into order_lines (order_id, position, product_id, name, quantity, unit_price_cents)
select made.id, 0, line.id, line.name, line.quantity, round(line.price * 100)
from made, json_to_recordset(made.items::json) as line (id text, name text, quantity integer, price numeric)`;
