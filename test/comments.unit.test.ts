import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Habit = readonly [habit: RegExp, instead: string];

/** Patterns that native readers stumble over, each with its replacement. */
const HABITS: readonly [start: Habit, isNo: Habit] = [
  [/^Of /, 'name the thing first: "The price of …"'],
  [/\b(?<!there )(?:is|are|was) no (?!longer\b|more\b|such\b|shop\b|other\b)\w+/i, '"is not a …"'],
];

const findFaults = (comment: string): string[] =>
  HABITS.flatMap(([habit, instead]) => (habit.test(comment) ? [`${comment}: ${instead}`] : []));

test('comments use plain word order', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' }).split('\n').filter(Boolean);
  const faults = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\s*(?:\/\/|\/\*\*|\*) ([^*\n].*?)(?: \*\/)?$/gm)].flatMap(
      ([, comment = '']) => findFaults(comment).map((fault) => `${file}: ${fault}`),
    ),
  );
  expect(faults).toEqual([]);
});

test('docs, and the English texts of pages, mails and commands, do too', () => {
  const patterns = [
    '*.md',
    'brand/texts/en/*.json',
    'brand/policies/en/*.md',
    'scripts/brand/*.en.json',
    'server/settings/*.ts',
  ];
  const files = execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  const [, [isNo]] = HABITS;
  const faults = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (isNo.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(faults).toEqual([]);
});

test('the patterns are found', () => {
  expect(findFaults('Of these orders those with a label.')).toHaveLength(1);
  expect(findFaults('What is no number is left out.')).toHaveLength(1);
  expect(findFaults('Nothing when there is no such page.')).toEqual([]);
});
