import MarkdownIt from 'markdown-it';

/**
 * The owner's Markdown, for mails and policies: no HTML, no pictures; line breaks are kept, and indented text is not
 * code. Links are not checked here: their addresses still have placeholders, and are checked once these are filled.
 */
export const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true }).disable([
  'image',
  'table',
  'code',
  'fence',
  'reference',
]);
// A placeholder is one token, so that its name is never parsed as Markdown: `{{__name__}}` is not bold.
const PIECE = /\{\{\w+\}\}/y;
markdown.inline.ruler.before('escape', 'placeholder', (state, silent) => {
  PIECE.lastIndex = state.pos;
  const match = PIECE.exec(state.src);
  if (!match) return false;
  if (!silent) state.push('text', '', 0).content = match[0];
  state.pos += match[0].length;
  return true;
});
markdown.normalizeLink = (url) => url;
markdown.validateLink = () => true;

/** Control characters except tab and line break, and marks that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
