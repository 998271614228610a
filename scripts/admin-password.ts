import './my-brand.ts';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { facts } from '#brand/facts.ts';
import { type Config, loadEnvFile, readConfig } from '#server/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { systemClock } from '#server/deps.ts';
import { askShopForPassword } from '#server/features/admin/control.ts';
import { setPasswordHash } from '#server/features/admin/credentials.ts';
import { hashPassword } from '#server/features/admin/password.ts';
import { MIN_PASSWORD_LENGTH, weaknessOf } from '#server/features/admin/password-strength.ts';
import { explainStartFailure } from '#server/start-failure.ts';
import { MAX_PASSWORD_LENGTH } from '#shared/admin/admin.ts';

// Sets a new admin password and ends every session, also while the shop runs. Prompts for it, or takes the first line
// of standard input. With --print it only shows the hash, for ADMIN_PASSWORD_HASH.

/** An error that the owner can fix; shown without a stack. */
class Refusal extends Error {}

async function main(): Promise<void> {
  const onlyPrint = process.argv.includes('--print');
  process.umask(0o077);
  loadEnvFile();
  const config = readConfig(process.env, facts);
  const fixed = ['ADMIN_PASSWORD', 'ADMIN_PASSWORD_HASH'].find((name) => process.env[name]);
  if (fixed && !onlyPrint) {
    throw new Refusal(`${fixed} is set and would go on counting. Change it there and start the shop again.`);
  }
  const password = await readPassword();
  if (password.trim() === '') throw new Refusal('A blank password is none. Nothing was changed.');
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw new Refusal(`At most ${MAX_PASSWORD_LENGTH} characters. Nothing was changed.`);
  }
  const weakness = weaknessOf(password);
  if (weakness === 'short') {
    throw new Refusal(`At least ${MIN_PASSWORD_LENGTH} characters: four words are easy to keep. Nothing was changed.`);
  }
  if (weakness === 'common') throw new Refusal('This one is among the first that are guessed. Nothing was changed.');
  if (onlyPrint) {
    console.log(await hashPassword(password));
    return;
  }
  await store(config, await hashPassword(password));
  console.error('The password is set, and every session has ended.');
}

/** With an embedded database the running shop has to do it, if there is one; PostgreSQL is written directly. */
async function store({ databaseUrl, dataDir }: Config, hash: string): Promise<void> {
  if (databaseUrl === undefined) {
    const refusal = await askShopForPassword(dataDir, hash).catch(() => {
      throw new Refusal('The running shop ended before it answered. Run this again.');
    });
    if (refusal) throw new Refusal(`The running shop did not set the password: ${refusal}. Nothing was changed.`);
    if (refusal === null) return;
  }
  const connection = await connectDatabase({ databaseUrl, dataDir });
  try {
    await setPasswordHash({ db: connection.db, clock: systemClock }, hash);
  } finally {
    await connection.close();
  }
}

async function readPassword(): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) return askHidden('New admin password: ');
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) text += chunk;
  return text.split(/\r?\n/, 1)[0] ?? '';
}

/** Prompts without echo: readline's output stream discards everything. */
async function askHidden(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  const answer = await prompt.question('');
  prompt.close();
  process.stderr.write('\n');
  return answer;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Refusal ? error.message : (explainStartFailure(error) ?? error));
  process.exitCode = 1;
}
