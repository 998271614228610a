import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { TEST_BRAND_CONDITION } from '#scripts/brand-folder.ts';

/** The brand that every suite runs on, whatever stands in `brand/`. */
export const TEST_BRAND = 'test/brand';
const CONDITION = `--conditions=${TEST_BRAND_CONDITION}`;

/**
 * Makes `#brand/…` the tests' brand in every program that this process starts. Called by the configurations of both test
 * runners before they start their workers.
 */
export function switchToTestBrand(): void {
  followSample();
  const options = process.env.NODE_OPTIONS ?? '';
  if (!options.includes(CONDITION)) process.env.NODE_OPTIONS = `${options} ${CONDITION}`.trim();
}

/** For Node, before the program that a test starts with an environment of its own. */
export const TEST_BRAND_ARGS = [CONDITION] as const;

/** Who the shop is. As long as `brand/` says the same as the tests' brand, it is the sample that comes with the program. */
const IDENTITY = ['name', 'legalName', 'email', 'phone', 'founder'];

export function isSample(brand = 'brand', fixture = TEST_BRAND): boolean {
  if (!existsSync(join(fixture, 'facts.ts'))) return true;
  const [own, sample] = [brand, fixture].map((folder) => {
    const source = readFileSync(join(folder, 'facts.ts'), 'utf8');
    return IDENTITY.map((name) => new RegExp(`^ {2}${name}: (.*),$`, 'm').exec(source)?.[1]).join('\n');
  });
  return own === sample;
}

/**
 * While `brand/` is the sample, the tests' brand is a copy of it: a developer writes a text once. From an owner's first
 * change of a name on, the copy stays as it was.
 *
 * @returns how many files were written or removed
 */
export function followSample(brand = 'brand', fixture = TEST_BRAND): number {
  if (!isSample(brand, fixture)) return 0;
  const [wanted, known] = [filesOf(brand), filesOf(fixture)];
  const changed = wanted.filter(
    (file) => !known.includes(file) || !readFileSync(join(brand, file)).equals(readFileSync(join(fixture, file))),
  );
  for (const file of changed) {
    mkdirSync(dirname(join(fixture, file)), { recursive: true });
    copyFileSync(join(brand, file), join(fixture, file));
  }
  const stale = known.filter((file) => !wanted.includes(file));
  for (const file of stale) rmSync(join(fixture, file));
  return changed.length + stale.length;
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
