import MarkdownIt from 'markdown-it';
import { PLACEHOLDER } from '#shared/emails.ts';
import type { Language } from '#shared/language.ts';
import { emailDocument, textFooter } from './layout.ts';
import { type EmailValues, type RenderContext, renderSubject } from './placeholders.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

/* No Node API here or below: the output depends on the input only. */

export type Template = { subject: string; body: string };
export type RenderedEmail = { subject: string; html: string; text: string };

/** Markdown for owners: no HTML, no pictures; a line break is kept, and indented text is no code. */
const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true }).disable([
  'image',
  'table',
  'code',
  'fence',
  'reference',
]);
// A placeholder is one token, so that its name is never read as Markdown: `{{__name__}}` is not bold.
const PIECE = /\{\{\w+\}\}/y;
markdown.inline.ruler.before('escape', 'placeholder', (state, silent) => {
  PIECE.lastIndex = state.pos;
  const match = PIECE.exec(state.src);
  if (!match) return false;
  if (!silent) state.push('text', '', 0).content = match[0];
  state.pos += match[0].length;
  return true;
});
// URLs contain placeholders at this point; they are checked after these are filled.
markdown.normalizeLink = (url) => url;
markdown.validateLink = () => true;

/**
 * Turns a template and its values into a mail. Placeholders are filled on the parsed Markdown, so a value can add
 * neither Markdown nor HTML nor further placeholders.
 *
 * @param options.publicUrl where pictures and links of the layout lead
 */
export function renderEmail(
  template: Template,
  values: EmailValues,
  options: { language: Language; publicUrl: string },
): RenderedEmail {
  const { language, publicUrl } = options;
  // A link's URL may hold no blank, so `{{ name }}` becomes `{{name}}` before the Markdown is parsed.
  const source = template.body.replace(PLACEHOLDER, (_, name: string) => `{{${name}}}`);
  const tokens = markdown.parse(source, {});
  const context: RenderContext = { values, language };
  const subject = renderSubject(template.subject, values);
  const text = renderText(tokens, context);
  return {
    subject,
    html: emailDocument({
      language,
      publicUrl,
      subject,
      preheader: preheader(text),
      content: renderHtml(tokens, context),
    }),
    text: `${text}\n\n${textFooter(language, publicUrl)}\n`,
  };
}

/** The preview line that inboxes show beside the subject: the first line that is more than a greeting. */
function preheader(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((l) => l.length > 40 && !/^[-=]+$/.test(l)) ?? lines[0] ?? '';
  return line.length > 140 ? `${[...line].slice(0, 139).join('')}…` : line;
}
