import { readFileSync } from 'node:fs';

/** A fault that is seeded into the sources, and the test files of which one has to fail with it. */
export type Mutant = {
  /** What a user would meet. */
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  from: string;
  to: string;
  /** On PGlite, unless a file is only for PostgreSQL. */
  tests: string;
};

/** `npm run lab -- mutants` seeds each, and lists those that no test notices. */
export const MUTANTS: readonly Mutant[] = parse(readFileSync(new URL('./table.txt', import.meta.url), 'utf8'));

/** `# section`, `@ file tests…` for the faults below it, and each fault's name with its lines `- from` and `+ to`. */
function parse(text: string): Mutant[] {
  const mutants: Mutant[] = [];
  let [file = '', tests = '', kind = ''] = [];
  for (const line of text.split('\n')) {
    const [before, content] = [kind, line.slice(2)];
    kind = /^[-+@#](?= |$)/.exec(line)?.[0] ?? '';
    const last = mutants.at(-1);
    if (kind === '@') [, file = '', tests = ''] = /^(\S+) (.+)$/.exec(content) ?? [];
    else if (kind === '' && line !== '') mutants.push({ name: line, file, from: '', to: '', tests });
    else if (last && kind === '-') last.from += before === '-' ? `\n${content}` : content;
    else if (last && kind === '+') last.to += before === '+' ? `\n${content}` : content;
  }
  return mutants;
}
