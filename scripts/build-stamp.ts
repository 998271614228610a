import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BRAND_FOLDER } from './brand-folder.ts';

const STAMP = 'dist/build.json';
/** Exists while a built site has draft pictures, which `scripts/images.ts` replaces. */
export const DRAFTS = 'dist/draft-pictures';
/** All inputs of the built site besides the build scripts. */
const INPUTS = [BRAND_FOLDER, 'client', 'shared', 'package-lock.json'];
/** The build scripts, with the files of `scripts` and of the server that they import. */
const BUILDERS = ['scripts/build.ts', 'server/site/render-process.ts', 'vite.config.ts'];

/** The bundled server, with the thread of its embedded database beside it. */
export const SERVER_BUNDLE = 'dist/server/main.js';
/**
 * Node's options for it. With V8's default of 16 MB for young objects, garbage of the start stays in memory: 135 MB
 * idle on PostgreSQL instead of 129, and 340 instead of 265 under load. A checkout takes the same processor time.
 */
export const SERVER_OPTIONS = ['--max-semi-space-size=8'] as const;
const SERVER_INPUTS = [BRAND_FOLDER, 'server', 'shared', 'package-lock.json'];

/** True when `dist` was built from exactly these sources. */
export function isBuilt(): boolean {
  return isSiteBuilt() && isServerBuilt();
}

/** True when the pages and the browser's code are up to date. */
export function isSiteBuilt(): boolean {
  return isStamped(STAMP, inputsHash);
}

/** True when `SERVER_BUNDLE` is up to date. */
export function isServerBuilt(): boolean {
  return isStamped(join(dirname(SERVER_BUNDLE), 'build.json'), serverInputsHash);
}

function isStamped(stamp: string, hash: () => string): boolean {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8')).inputs === hash();
  } catch {
    return false;
  }
}

/** Records the sources of a finished build. */
export function stampBuild(inputs: string): void {
  writeFileSync(STAMP, JSON.stringify({ inputs }));
}
export function stampServer(folder: string, inputs: string): void {
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ inputs }));
}

/**
 * One hash over all sources. Folders whose name starts with a dot are generated; tests and the bench do not affect a
 * page.
 */
export function inputsHash(): string {
  return hashOf(listInputs());
}

/** The same for the server, which is bundled quickly; pictures do not affect it. */
export function serverInputsHash(): string {
  const files = SERVER_INPUTS.flatMap(listFiles).filter((file) => /\.(ts|json)$/.test(file));
  return hashOf([...files, 'scripts/bundle-server.ts']);
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.replaceAll('\\', '/')).update(readFileSync(file));
  return hash.digest('hex');
}

export function listInputs(): string[] {
  const builders = new Set<string>();
  for (const file of BUILDERS) addImports(file, builders);
  return [...INPUTS.flatMap(listFiles), ...[...builders].sort()];
}

function addImports(file: string, found: Set<string>): void {
  if (found.has(file)) return;
  found.add(file);
  const imports = /^(?!\w+ type )(?:import|export|\}).*?'(\.[^']+|#server\/[^']+)'/gm;
  for (const [, source = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
    addImports(source.startsWith('#') ? source.slice(1) : join(dirname(file), source), found);
  }
}

function listFiles(input: string): string[] {
  if (!existsSync(input)) return [];
  if (/\.(json|ts)$/.test(input)) return [input];
  return readdirSync(input, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|[/\\])\./.test(file) && !/\.test\.tsx?$|README\.md$/.test(file))
    .sort();
}
