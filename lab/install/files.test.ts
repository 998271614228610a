import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SERVER_BUNDLE, SERVER_OPTIONS } from '#scripts/build-stamp.ts';
import { filterContext, readSteps } from './dockerfile.ts';

type Service = {
  image?: string;
  build?: string;
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  profiles?: string[];
};
const read = (path: string) => readFileSync(path, 'utf8');
const compose = parse(read('compose.yaml')) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const services = Object.entries(compose.services);

test('every service has a health check, data in a named volume, and a port for this machine alone', () => {
  const volumes = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]));
  expect(volumes.sort()).toEqual(Object.keys(compose.volumes).sort());
  for (const [name, service] of services) {
    expect(service.healthcheck ?? (service.build ? /HEALTHCHECK/.exec(read('Dockerfile')) : null), name).toBeTruthy();
    expect(service.volumes, name).toHaveLength(1);
    for (const port of service.ports ?? []) expect(port, name).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    for (const other of Object.keys(service.depends_on ?? {})) expect(Object.keys(compose.services)).toContain(other);
  }
});

test('no file contains a secret: secrets come from the environment, and a start says which are missing', () => {
  for (const [name, { environment = {} }] of services) {
    for (const [key, value] of Object.entries(environment)) {
      if (/PASSWORD|SECRET|TOKEN|_URL/.test(key)) expect(String(value), `${name} ${key}`).toMatch(/\$\{\w+:\?/);
    }
  }
  expect(read('deploy/compose.env.example')).toMatch(/^POSTGRES_PASSWORD=$/m);
});

test('the shop runs as an unprivileged user, given to the image by number', () => {
  const steps = readSteps(read('Dockerfile'));
  expect(steps.filter(({ instruction }) => instruction === 'USER')).toEqual([
    { instruction: 'USER', text: '10001:10001' },
  ]);
  const last = steps.map(({ instruction }) => instruction);
  expect(last.lastIndexOf('USER')).toBeLessThan(last.lastIndexOf('CMD'));
  expect(last.lastIndexOf('USER')).toBeGreaterThan(last.lastIndexOf('COPY'));
});

test('image and service start the program with the same options of Node as npm start', () => {
  const command = ['node', ...SERVER_OPTIONS, SERVER_BUNDLE];
  const last = readSteps(read('Dockerfile')).filter(({ instruction }) => instruction === 'CMD');
  expect(last.map(({ text }) => JSON.parse(text))).toEqual([command]);
  expect(read('deploy/shop.service')).toContain(`bin/${command.join(' ')}\n`);
});

test('.dockerignore lets through what the build reads, and no secret, history, test or build', () => {
  const files = [
    ...['.env', '.env.example', '.git/config', 'data/pglite/PG_VERSION', 'node_modules/zod/package.json', '.npmrc'],
    ...['dist/client/index.html', 'client/.messages/messages.js', 'server/app.test.ts', 'e2e/shop.spec.ts'],
    ...['package.json', 'server/app.ts', 'brand/images/hero.jpg', 'client/pages/home.tsx', 'tsconfig.base.json'],
  ];
  expect(filterContext(files, read('.dockerignore'))).toEqual([
    'package.json',
    'server/app.ts',
    'brand/images/hero.jpg',
    'client/pages/home.tsx',
    'tsconfig.base.json',
  ]);
});

test('every file that the last stage copies is there', () => {
  const copied = readSteps(read('Dockerfile'))
    .filter(({ instruction, text }) => instruction === 'COPY' && !text.startsWith('--from'))
    .flatMap(({ text }) => text.split(/\s+/).slice(0, -1));
  expect(copied.filter((path) => !path.includes('*') && !existsSync(join('.', path)))).toEqual([]);
});
