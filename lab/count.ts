import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

// npm run lab -- count: what the house weighs. Binary files and the lock file have no lines.

const MAX_LINES = 60;
const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').slice(0, -1);
const texts = new Map(
  files.flatMap((file) => {
    const bytes = readFileSync(file);
    return file === 'package-lock.json' || bytes.includes(0) ? [] : [[file, bytes.toString()] as const];
  }),
);
const isTest = (file: string) => /\.(test|spec)\.tsx?$|^(test|e2e|lab)\//.test(file);
const isProduct = (file: string) => /^(client|server|shared|scripts)\/.*\.(tsx?|css)$/.test(file) && !isTest(file);

const linesOf = (text: string) => text.split('\n').length - 1;
const sum = (isAsked: (file: string) => boolean, count: (text: string) => number) =>
  [...texts].reduce((all, [file, text]) => all + (isAsked(file) ? count(text) : 0), 0);

type Node = { type?: string; start: number; end: number } & Record<string, unknown>;

/** The functions of a file that have more lines than `MAX_LINES`, by their first lines. */
function longFunctions([file, text]: readonly [string, string]): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, end } = node as Node;
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type ?? '')) {
      const lines = linesOf(text.slice(start, end)) + 1;
      if (lines > MAX_LINES) found.push(`${lines} ${file}:${linesOf(text.slice(0, start)) + 1}`);
    }
    Object.values(node).forEach(walk);
  };
  walk(parseSync(file, text).program);
  return found;
}

const long = [...texts].filter(([file]) => isProduct(file) && !file.endsWith('.css')).flatMap(longFunctions);
console.log(`lines of text         ${sum(() => true, linesOf)}`);
console.log(`product code          ${sum(isProduct, linesOf)}`);
console.log(`tests, laboratories   ${sum(isTest, linesOf)}`);
console.log(
  `words of docs         ${sum(
    (file) => /^(?!brand\/).*\.md$/.test(file),
    (text) => text.split(/\s+/).length - 1,
  )}`,
);
console.log(`functions over ${MAX_LINES}     ${long.length}`);
for (const each of long.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))) console.log(`  ${each}`);
