import type { ChangedText } from '#server/errors.ts';
import { markdown } from '#server/markdown.ts';
import { brandFacts } from '#shared/content/shop-facts.ts';
import type { Language } from '#shared/core/language.ts';
import { PLACEHOLDER, type Placeholder } from '#shared/emails/emails.ts';
import { emailDocument, type Foot, type MailFacts, textFooter } from './layout.ts';
import { type EmailValues, type RenderContext, renderSubject } from './placeholders.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import { sayIn } from './words.ts';

/* No Node API here or below: the output depends on the input only. */

export type Template = { subject: string; body: string };
/** A paragraph that has nothing else; it is left out where its value is empty. */
const LONE_PLACEHOLDER = /(?<=^|\n\n)\{\{(\w+)\}\}(?=\n\n|\s*$)/g;

export type RenderedEmail = { subject: string; html: string; text: string };

/**
 * Turns a template and its values into a mail. Placeholders are filled on the parsed Markdown, so a value can add
 * neither Markdown nor HTML nor further placeholders.
 *
 * @param options.publicUrl where pictures and links of the layout lead
 * @param options.foot the end of a mail to a customer
 * @param options.facts how people reach the shop; those of the brand unless others are public
 * @param options.changedText what the owner has made of the words around the template
 */
export function renderEmail(
  template: Template,
  given: EmailValues,
  options: {
    language: Language;
    publicUrl: string;
    foot?: Foot | null;
    facts?: MailFacts | undefined;
    changedText?: ChangedText | undefined;
  },
): RenderedEmail {
  const { language, publicUrl, foot = null, facts = brandFacts, changedText } = options;
  const say = sayIn(language, changedText);
  const values = { ...given, brandEmail: facts.email, brandPhone: facts.phone };
  // A link's URL may hold no blank, so `{{ name }}` becomes `{{name}}` before the Markdown is parsed.
  const source = template.body
    .replace(PLACEHOLDER, (_, name: string) => `{{${name}}}`)
    .replace(LONE_PLACEHOLDER, (paragraph, name: string) => (values[name as Placeholder] === '' ? '' : paragraph));
  const tokens = markdown.parse(source, {});
  const context: RenderContext = { values, language, say };
  const frame = { language, publicUrl, say, facts, foot };
  const subject = renderSubject(template.subject, values);
  const text = renderText(tokens, context);
  return {
    subject,
    html: emailDocument(frame, { subject, preheader: preheader(text), content: renderHtml(tokens, context) }),
    text: `${text}\n\n${textFooter(frame)}\n`,
  };
}

/** The preview line that inboxes show beside the subject: the first line that is more than a greeting. */
function preheader(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((l) => l.length > 40 && !/^[-=]+$/.test(l)) ?? lines[0] ?? '';
  return line.length > 140 ? `${[...line].slice(0, 139).join('')}…` : line;
}
