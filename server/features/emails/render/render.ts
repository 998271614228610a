import { facts as brand } from '#brand/facts.ts';
import type { ChangedText } from '#server/errors.ts';
import { markdown } from '#server/markdown.ts';
import { brandFacts } from '#shared/content/shop-facts.ts';
import type { Language } from '#shared/core/language.ts';
import { PLACEHOLDER, type Placeholder } from '#shared/emails/emails.ts';
import { brandMail, type MailLook } from '#shared/emails/mail-look.ts';
import { sayIn } from '../words.ts';
import { renderHtml } from './html.ts';
import { emailDocument, type Foot, type MailFacts, textFooter } from './layout.ts';
import { type EmailValues, type RenderContext, renderSubject } from './placeholders.ts';
import { renderText } from './text.ts';

/* No Node API here or below: the output depends on the input only. */

export type Template = { subject: string; body: string };
/** A placeholder that is a whole paragraph, which is removed if its value is empty. */
const LONE_PLACEHOLDER = /(?<=^|\n\n)\{\{(\w+)\}\}(?=\n\n|\s*$)/g;

export type RenderedEmail = { subject: string; html: string; text: string };

/**
 * Renders a template with its values as a mail. Placeholders are filled after Markdown is parsed, so values cannot add
 * Markdown, HTML or further placeholders.
 *
 * @param options.publicUrl base of the layout's pictures and links
 * @param options.foot the end of a mail to a customer
 * @param options.facts the shop's contact details; by default the brand's
 * @param options.look colours and logo; by default the brand's
 * @param options.changedText the owner's wording of the words around the template
 */
export function renderEmail(
  template: Template,
  given: EmailValues,
  options: {
    language: Language;
    publicUrl: string;
    foot?: Foot | null;
    facts?: MailFacts | undefined;
    look?: MailLook | undefined;
    changedText?: ChangedText | undefined;
  },
): RenderedEmail {
  const { language, publicUrl, foot = null, facts = brandFacts, look = brandMail, changedText } = options;
  const say = sayIn(language, changedText);
  const brandName = ('name' in facts && facts.name) || brand.name;
  const values = { ...given, brandName, brandEmail: facts.email, brandPhone: facts.phone };
  // A link's URL must not contain spaces, so `{{ name }}` becomes `{{name}}` before the Markdown is parsed.
  const source = template.body
    .replace(PLACEHOLDER, (_, name: string) => `{{${name}}}`)
    .replace(LONE_PLACEHOLDER, (paragraph, name: string) => (values[name as Placeholder] === '' ? '' : paragraph));
  const tokens = markdown.parse(source, {});
  const context: RenderContext = { values, language, say, look };
  const frame = { language, publicUrl, say, facts, look, foot };
  const subject = renderSubject(template.subject, values);
  const text = renderText(tokens, context);
  return {
    subject,
    html: emailDocument(frame, { subject, preheader: preheader(text), content: renderHtml(tokens, context) }),
    text: `${text}\n\n${textFooter(frame)}\n`,
  };
}

/** The preview line that inboxes show beside the subject: the first line longer than a greeting. */
function preheader(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((l) => l.length > 40 && !/^[-=]+$/.test(l)) ?? lines[0] ?? '';
  return line.length > 140 ? `${[...line].slice(0, 139).join('')}…` : line;
}
