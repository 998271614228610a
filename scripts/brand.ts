import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { AnswersError, readAnswers } from './brand/answers.ts';
import example from './brand/example.json' with { type: 'json' };
import { ask } from './brand/questions.ts';
import { writeBrand } from './brand/write.ts';

// Makes brand/ another shop's: docs/make-it-yours.md.
const USAGE = `npm run brand                      asks, writes the answers to brand-answers.json, and makes brand/ yours
npm run brand -- FILE.json         takes the answers of a file, without a question
npm run brand -- --example         prints such a file, to be changed`;
const KEPT = 'brand-answers.json';

async function main(): Promise<void> {
  const [given, ...more] = process.argv.slice(2);
  if (more.length > 0 || (given?.startsWith('-') && given !== '--example'))
    throw new AnswersError([`Usage:\n${USAGE}`]);
  if (given === '--example') return console.log(JSON.stringify(example, null, 2));
  const answers = readAnswers(given ? readFile(given) : await askAll());
  await writeBrand(answers);
  console.log(`brand/ is now ${answers.name}: facts, products, colours, starting texts, a drawn logo and drawn pictures.
See it:      npm run dev
Then change: brand/texts (sentences), brand/images (your pictures and logo), brand/shipping.ts (the zones are Miami's:
             yours are in the USPS zone chart for ${answers.address.zipCode.slice(0, 3)}), brand/nutrition.ts (your laboratory's figures,
             then nutrition: true in brand/sections.ts)
Check it:    npm run check && npx vitest run --project pglite brand`);
}

function readFile(path: string): unknown {
  if (!existsSync(path)) throw new AnswersError([`There is no file ${path}.`]);
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new AnswersError([`${path} is no JSON: ${error instanceof Error ? error.message : error}`]);
  }
}

async function askAll(): Promise<unknown> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const lines = terminal[Symbol.asyncIterator]();
  const isAgain = existsSync(KEPT);
  const earlier = isAgain ? (readFile(KEPT) as Record<string, unknown>) : {};
  if (isAgain) console.log(`Your earlier answers (${KEPT}) stand in brackets: Enter keeps them.`);
  try {
    const answers = await ask(
      async (question) => {
        terminal.setPrompt(question);
        terminal.prompt();
        const { value, done } = await lines.next();
        if (done)
          throw new AnswersError([`The questions were left. ${KEPT} has the answers so far: npm run brand goes on.`]);
        return value;
      },
      earlier,
      (now) => writeFileSync(KEPT, `${JSON.stringify(now, null, 2)}\n`),
    );
    console.log(`\nYour answers are kept in ${KEPT}; change them there and run: npm run brand -- ${KEPT}`);
    return answers;
  } finally {
    terminal.close();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof AnswersError)) throw error;
  console.error(`\nNothing was written to brand/.\n${error.message}`);
  process.exitCode = 1;
}
