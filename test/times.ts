import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The duration of one test, on one engine or in the browser. */
export type TestTime = { file: string; title: string; seconds: number; isJourney: boolean };

type UnitTest = { status: string; fullName: string; duration?: number | null; failureMessages: string[] };
/** The parts of Vitest's JSON report that are read. */
export type UnitReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: UnitTest[] }[];
};
type JourneyResult = { duration: number; errors: JourneyError[]; attachments?: { name: string; path?: string }[] };
type JourneyError = { message?: string; location?: { line: number } };
type JourneySuite = {
  file: string;
  specs: { title: string; line: number; ok: boolean; tests: { results: JourneyResult[] }[] }[];
  suites?: JourneySuite[];
};
/** The parts of Playwright's JSON report that are read. */
export type JourneyReport = { suites: JourneySuite[] };

/** A unit or feature file that takes longer belongs to the full tier and gets the suffix `.slow`. */
const MAX_FILE_SECONDS = 30;
const SHOWN = 10;
/** The lines of an error with the expected and the actual value, and what was waited for. */
const ERROR_LINES = 14;
/** The lines of the page at the time of the error: those of its main part, without the header. */
const PAGE_LINES = 40;

export function unitTimes({ testResults }: UnitReport, root = process.cwd()): TestTime[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      file: relative(root, name),
      title: fullName,
      seconds: (duration ?? 0) / 1000,
      isJourney: false,
    })),
  );
}

export function journeyTimes({ suites }: JourneyReport): TestTime[] {
  const within = ({ file, specs, suites: inner = [] }: JourneySuite): TestTime[] => [
    ...specs.map(({ title, tests }) => ({
      file: `e2e/${file}`,
      title,
      seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
      isJourney: true,
    })),
    ...inner.flatMap(within),
  ];
  return suites.flatMap(within);
}

/**
 * Each failed journey, `e2e/<file>:<line> › <title>`, with the beginning of its errors, the line of each, and what the
 * page showed.
 */
export function failedJourneys({ suites }: JourneyReport): string[] {
  const within = ({ file, specs, suites: inner = [] }: JourneySuite): string[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ line, title, tests }) => {
        const results = tests.flatMap((one) => one.results);
        const errors = results.flatMap((result) => result.errors);
        return [`e2e/${file}:${line} › ${title}`, ...errors.map(beginningOf), ...results.flatMap(shownPage)].join('\n');
      }),
    ...inner.flatMap(within),
  ];
  return suites.flatMap(within);
}

function beginningOf({ message = '', location }: JourneyError): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, ERROR_LINES);
  return [location ? `  line ${location.line}:` : '  error:', ...lines].join('\n    ');
}

function shownPage({ attachments = [] }: JourneyResult): string[] {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (path === undefined || !existsSync(path)) return [];
  const [, snapshot = ''] = readFileSync(path, 'utf8').split('```yaml');
  const main = snapshot.slice(Math.max(0, snapshot.indexOf('- main'))).split('\n');
  return ['  the page:', ...main.slice(0, PAGE_LINES).map((line) => `    ${line}`)];
}

/** Sums by file, slowest first. A file that runs on both engines counts twice. */
function byFile(times: readonly TestTime[]): { name: string; seconds: number }[] {
  const files = Map.groupBy(times, ({ file }) => file);
  return [...files]
    .map(([name, tests]) => ({ name, seconds: tests.reduce((sum, { seconds }) => sum + seconds, 0) }))
    .sort((a, b) => b.seconds - a.seconds);
}

/** Unit and feature tests that alone take longer than a file may. */
export function slowUnits(times: readonly TestTime[]): string[] {
  return times
    .filter(({ isJourney, seconds, file }) => !isJourney && seconds > MAX_FILE_SECONDS && !file.includes('.slow.'))
    .map(({ file, title, seconds }) => `${file} › ${title} (${seconds.toFixed(1)} s)`);
}

/**
 * The seconds of each stage, the total processor time, the slowest files and the slowest tests.
 *
 * @param processorSeconds of all processes together; `null` if the system does not report it
 */
export function formatReport(
  stages: readonly { name: string; seconds: number }[],
  times: readonly TestTime[],
  processorSeconds: number | null,
): string {
  const line = (seconds: number, text: string) => `${seconds.toFixed(1).padStart(8)} s  ${text}`;
  const tests = [...times].sort((a, b) => b.seconds - a.seconds);
  return [
    '',
    'Stages',
    ...stages.map(({ name, seconds }) => line(seconds, name)),
    ...(processorSeconds === null ? [] : [line(processorSeconds, 'processor time of all stages')]),
    'Slowest files',
    ...byFile(times)
      .slice(0, SHOWN)
      .map(({ name, seconds }) => line(seconds, name)),
    'Slowest tests',
    ...tests.slice(0, SHOWN).map(({ file, title, seconds }) => line(seconds, `${file} › ${title}`)),
  ].join('\n');
}

/** Linux counts in hundredths of a second here, whatever the kernel's own tick is (proc(5), `stat`). */
const TICKS_PER_SECOND = 100;

/** Processor seconds of this process and of its descendants that have ended; `null` where there is no `/proc`. */
export function processorSeconds(): number | null {
  try {
    return secondsIn(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return null;
  }
}

/** @param stat a line of `/proc/<pid>/stat`; the name in parentheses may contain spaces */
export function secondsIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime, stime, cutime, cstime: fields 14 to 17, counted from 1 and from the process id.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}
