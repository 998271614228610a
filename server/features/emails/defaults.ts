import { readFileSync } from 'node:fs';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { type DefaultTemplate, TEMPLATE_KEYS, type TemplateKey } from '#shared/emails/emails.ts';
import type { Template } from './render/render.ts';

/** Located by a module, because an owner's `my-brand/` replaces `brand/` (package.json, imports). */
const FOLDER = new URL('.', import.meta.resolve('#brand/emails/look.ts'));

/**
 * The built-in mails, read from brand/emails once, with facts as placeholders. A file without a `subject:` line stops
 * the start.
 */
const files: readonly DefaultTemplate[] = TEMPLATE_KEYS.flatMap((templateKey) =>
  LANGUAGES.map((language) => {
    const path = `${language}/${templateKey}.md`;
    const [, subject, body] =
      /^subject: *(.+)\r?\n\s*([\s\S]+)$/.exec(readFileSync(new URL(path, FOLDER), 'utf8')) ?? [];
    if (!subject || !body) throw new Error(`brand/emails/${path} needs a first line "subject: …" and a body below it`);
    return { templateKey, language, subject: subject.trim(), body: body.trim() };
  }),
);

type Facts = Parameters<typeof fillBrandWords>[2];

/** The built-in mails with the facts filled in, by default those of the brand. */
export function defaultTemplates(facts?: Facts): DefaultTemplate[] {
  return files.map((file) => filled(file, facts));
}

/** The built-in mail of a key and language. */
export function getDefaultTemplate(templateKey: TemplateKey, language: Language, facts?: Facts): Template {
  const found = files.find((file) => file.templateKey === templateKey && file.language === language);
  if (!found) throw new Error(`No default template ${templateKey} in ${language}`);
  return filled(found, facts);
}

function filled({ subject, body, ...mail }: DefaultTemplate, facts: Facts): DefaultTemplate {
  const fill = (text: string) => fillBrandWords(text, mail.language, facts);
  return { ...mail, subject: fill(subject), body: fill(body) };
}
