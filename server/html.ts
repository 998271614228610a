const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Escapes text for HTML text or an attribute's value. Removes control characters, which HTML does not allow. */
export function escapeHtml(text: string): string {
  return text.replace(CONTROL, '').replace(/[&<>"']/g, (c) => ENTITIES[c] ?? '');
}

/** Like `escapeHtml`, keeping line breaks. */
export function escapeLines(text: string): string {
  return escapeHtml(text).replace(/\r\n?|\n/g, '<br>');
}
