import { readFileSync } from 'node:fs';
import { fillBrandWords } from '#shared/brand-words.ts';
import { type DefaultTemplate, TEMPLATE_KEYS, type TemplateKey } from '#shared/emails.ts';
import { LANGUAGES, type Language } from '#shared/language.ts';
import type { Template } from './render.ts';

/** Beside the modules of the same brand: the test suites use their own brand (package.json, imports). */
const FOLDER = new URL('.', import.meta.resolve('#brand/emails/look.ts'));

/** The built-in mails, read from brand/emails once. A file without a `subject:` line stops the start. */
export const defaultTemplates: readonly DefaultTemplate[] = TEMPLATE_KEYS.flatMap((templateKey) =>
  LANGUAGES.map((language) => {
    const path = `${language}/${templateKey}.md`;
    const [, subject, body] =
      /^subject: *(.+)\r?\n\s*([\s\S]+)$/.exec(readFileSync(new URL(path, FOLDER), 'utf8')) ?? [];
    if (!subject || !body) throw new Error(`brand/emails/${path} needs a first line "subject: …" and a body below it`);
    const fill = (text: string) => fillBrandWords(text.trim(), language);
    return { templateKey, language, subject: fill(subject), body: fill(body) };
  }),
);

/** The built-in mail of a key and language. */
export function getDefaultTemplate(templateKey: TemplateKey, language: Language): Template {
  const found = defaultTemplates.find((t) => t.templateKey === templateKey && t.language === language);
  if (!found) throw new Error(`No default template ${templateKey} in ${language}`);
  return found;
}
