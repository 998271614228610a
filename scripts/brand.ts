import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isLanguage } from '#shared/core/language.ts';
import { type Answers, AnswersError, readAnswers } from './brand/answers.ts';
import example from './brand/example.json' with { type: 'json' };
import { ask } from './brand/questions.ts';
import { systemLanguage, wordsIn } from './brand/words.ts';
import { writeBrand } from './brand/write.ts';
import { FIRST_BRAND, MY_BRAND } from './brand-folder.ts';

// Makes my-brand/, which replaces brand/: docs/make-it-yours.md.
const KEPT = 'brand-answers.json';

const IN = '--in=';
const isIn = (word: string) => word.startsWith(IN) && isLanguage(word.slice(IN.length));
const asked = process.argv.find(isIn)?.slice(IN.length);
const language = isLanguage(asked) ? asked : systemLanguage();
const say = wordsIn(language);

async function main(): Promise<void> {
  const [given, ...more] = process.argv.slice(2).filter((word) => !isIn(word));
  if (more.length > 0 || (given?.startsWith('-') && given !== '--example')) throw new AnswersError([say('usage')]);
  if (given === '--example') return console.log(JSON.stringify(example, null, 2));
  const answers = readAnswers(given ? readFile(given) : await askAll(), language);
  if (existsSync(MY_BRAND)) await writeBrand(answers, MY_BRAND);
  else await makeMyBrand(answers);
  console.log(say('done', { name: answers.name, zip: answers.address.zipCode.slice(0, 3) }));
}

/** Makes the folder under another name first, so that after a failure the shop does not run on half a brand. */
async function makeMyBrand(answers: Answers): Promise<void> {
  const part = `${MY_BRAND}.part`;
  rmSync(part, { recursive: true, force: true });
  try {
    cpSync(FIRST_BRAND, part, { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
    await writeBrand(answers, part);
    renameSync(part, MY_BRAND);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function readFile(path: string): unknown {
  if (!existsSync(path)) throw new AnswersError([say('no_file', { path })]);
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new AnswersError([say('no_json', { path, reason: error instanceof Error ? error.message : String(error) })]);
  }
}

async function askAll(): Promise<unknown> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const lines = terminal[Symbol.asyncIterator]();
  const isAgain = existsSync(KEPT);
  const earlier = isAgain ? (readFile(KEPT) as Record<string, unknown>) : {};
  if (isAgain) console.log(say('earlier', { file: KEPT }));
  try {
    const answers = await ask(
      async (question) => {
        terminal.setPrompt(question);
        terminal.prompt();
        const { value, done } = await lines.next();
        if (done) throw new AnswersError([say('left', { file: KEPT })]);
        return value;
      },
      earlier,
      (now) => writeFileSync(KEPT, `${JSON.stringify(now, null, 2)}\n`),
      language,
    );
    console.log(`\n${say('kept', { file: KEPT })}`);
    return answers;
  } finally {
    terminal.close();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof AnswersError)) throw error;
  console.error(`\n${say('nothing_written')}\n${error.message}`);
  process.exitCode = 1;
}
