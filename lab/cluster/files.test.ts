import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (name: string) => readFileSync(`deploy/cluster/${name}`, 'utf8');
const variables = (read('node.env.example').match(/^\w+(?==)/gm) ?? []).sort();
type Service = { environment?: Record<string, string>; ports?: string[]; volumes?: string[] };
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const of = (kind: string) =>
  Object.entries(compose.services).flatMap(([name, { environment }]) =>
    name.startsWith(kind) ? [{ name: name.slice(kind.length), environment: environment ?? {} }] : [],
  );

test('no answered order is lost by a failover: a commit waits for a second machine', () => {
  const { dcs } = (parse(read('patroni.yml')) as { bootstrap: { dcs: Record<string, unknown> } }).bootstrap;
  expect(dcs.synchronous_mode).toBe(true);
  // Patroni refuses other times.
  expect(dcs.ttl).toBeGreaterThanOrEqual(Number(dcs.loop_wait) + 2 * Number(dcs.retry_timeout));
});

test('HAProxy leads to the primary alone, and takes connections of this machine alone', () => {
  const config = read('haproxy.cfg');
  expect(config).toContain('option httpchk GET /primary');
  expect(config).toMatch(/bind 127\.0\.0\.1:\d+$/m);
  const named = [...config.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(variables.filter((name) => /^NODE\d$/.test(name)));
});

test('compose gives etcd and Patroni what the environment file gives them', () => {
  const given = (kind: string) => of(kind).map(({ environment }) => Object.keys(environment));
  const asked = (prefix: string) => variables.filter((name) => name.startsWith(prefix));
  for (const keys of given('etcd-')) {
    // Its state has the value `new` by default.
    expect([...keys, 'ETCD_INITIAL_CLUSTER_STATE'].sort()).toEqual(asked('ETCD_'));
  }
  for (const keys of given('db-')) {
    expect(keys.filter((key) => !/DATA_DIR|PGPASS/.test(key)).sort()).toEqual(asked('PATRONI_'));
  }
});

test('each container has its own name, address and data, and no secret of its own', () => {
  for (const kind of ['etcd-', 'db-']) {
    for (const { name, environment } of of(kind)) {
      const own = Object.entries(environment).filter(([key]) => /_NAME$|CONNECT_ADDRESS|ADVERTISE/.test(key));
      expect(own.length).toBe(3);
      for (const [key, value] of own) {
        expect(value, key).toMatch(key.endsWith('_NAME') ? `${name}` : new RegExp(`\\b${kind}${name}:`));
      }
      expect(compose.services[kind + name]?.volumes).toEqual([`${kind}${name}:/data`]);
    }
  }
  for (const { ports, environment = {} } of Object.values(compose.services)) {
    for (const port of ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const [key, value] of Object.entries(environment)) {
      if (/PASSWORD|DATABASE_URL/.test(key)) expect(String(value), key).toMatch(/\$\{\w+:\?/);
    }
  }
  expect(read('node.env.example')).toMatch(/^PATRONI_SUPERUSER_PASSWORD=$/m);
  const volumes = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((each) => each.split(':')[0]),
  );
  expect(volumes.sort()).toEqual(Object.keys(compose.volumes).sort());
});
