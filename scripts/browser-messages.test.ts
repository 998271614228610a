import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { brandContent } from '#shared/brand-products.ts';
import { LANGUAGES, type Language } from '#shared/language.ts';
import type { PageContent } from '#shared/products.ts';
import { localized } from '#test/localized.ts';
import { browserMessages, messageIds, messageModule } from './browser-messages.ts';

const FOLDER = 'client/.messages/messages';
type Message = (inputs: Record<string, string>, options: { locale: Language }) => string;

// The browser's own files, which know a document.
const { text } = await import(resolve('client/lib/message-runtime.ts'));
const { startContent }: { startContent: (content: PageContent) => void } = await import(
  resolve('client/lib/catalogue.ts')
);

/** Runs a short module with the runtime that it imports. */
function run(name: string, code: string): Message {
  const body = code.replace(/^import.*$/m, '').replace(`export const ${name} =`, 'return');
  return new Function('text', body)(text) as Message;
}
afterEach(() => startContent(brandContent()));

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
  const odd = localized('a `b` \\ ${c} {name}', '$5 {name}');
  const short = run('odd', messageModule('odd', odd));
  expect(short({ name: 'N', c: 'C' }, { locale: 'en' })).toBe('a `b` \\ $C N');
  expect(short({ name: 'N' }, { locale: 'es' })).toBe('$5 N');
});

test('a brace that is no placeholder stops the build', () => {
  expect(() => messageModule('odd', localized('a {name} {', 'b'))).toThrow(/no other braces/);
});

test('what the document brings goes before a text, filled in like it, whatever signs it has', () => {
  const price = run('price', messageModule('price', localized('From {amount}', 'Desde {amount}')));
  startContent({
    ...brandContent(),
    texts: { 'From {amount}': ['$& <b>{amount}</b> $1 {amount}', 'ES {amount}'] },
  });
  expect(price({ amount: '$5' }, { locale: 'en' })).toBe('$& <b>$5</b> $1 $5');
  // A value is filled in once: it is no text with placeholders of its own.
  expect(price({ amount: '{amount}' }, { locale: 'es' })).toBe('ES {amount}');
});

test('each text that the owner can change has an id of its own, also where two say the same', () => {
  const ids = messageIds();
  expect(new Set(Object.values(ids)).size).toBe(Object.keys(ids).length);
  expect(Object.keys(ids).some((key) => key.startsWith('admin_'))).toBe(false);
  const twins = Object.entries(ids).filter(([key, id]) => key === id);
  expect(twins.length).toBeGreaterThan(0);
  const [[name] = ['']] = twins;
  const { transform } = browserMessages() as { transform: (code: string, id: string) => string | undefined };
  const message = run(name, transform('', `/${FOLDER}/${name}.js`) ?? '');
  const before = message({}, { locale: 'en' });
  startContent({ ...brandContent(), texts: { [before]: ['another text', 'otro'] } });
  expect(message({}, { locale: 'en' })).toBe(before);
  startContent({ ...brandContent(), texts: { [name]: ['its own', 'suyo'] } });
  expect(message({}, { locale: 'en' })).toBe('its own');
});
