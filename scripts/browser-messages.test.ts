import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#shared/language.ts';
import { browserMessages, messageModule } from './browser-messages.ts';

const FOLDER = 'client/.messages/messages';
type Message = (inputs: Record<string, string>, options: { locale: Language }) => string;

/** Runs a short module with the part of the runtime that it imports. */
function run(name: string, code: string): Message {
  const indexOf = ({ locale }: { locale: Language }) => LANGUAGES.indexOf(locale);
  const text =
    (...texts: string[]): Message =>
    (_, options) =>
      texts[indexOf(options)] ?? '';
  const body = code.replace(/^import.*$/m, '').replace(`export const ${name} =`, 'return');
  return new Function('indexOf', 'text', body)(indexOf, text);
}

test('every message says in its short form what the compiler makes of it', async () => {
  const compiled: Record<string, Message> = await import(resolve(FOLDER, '_index.js'));
  const { transform } = browserMessages() as { transform: (code: string, id: string) => string | undefined };
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.slice(0, -'.js'.length))
    .filter((name) => name !== '_index');
  expect(names.length).toBeGreaterThan(100);
  const inputs = new Proxy({}, { get: (_, name) => `<${String(name)}>` });
  for (const name of names) {
    const short = run(name, transform('', `/${FOLDER}/${name}.js`) ?? '');
    for (const locale of LANGUAGES) {
      expect(short(inputs, { locale }), name).toBe(compiled[name]?.(inputs, { locale }));
    }
  }
});

test('signs that mean something in code stay signs', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it has to stay one
  const odd = { en: 'a `b` \\ ${c} {name}', es: '$5 {name}' };
  const short = run('odd', messageModule('odd', odd));
  expect(short({ name: 'N', c: 'C' }, { locale: 'en' })).toBe('a `b` \\ $C N');
  expect(short({ name: 'N' }, { locale: 'es' })).toBe('$5 N');
});

test('a brace that is no placeholder stops the build', () => {
  expect(() => messageModule('odd', { en: 'a {name} {', es: 'b' })).toThrow(/no other braces/);
});
