/** Puts a text where the cursor stands, in place of what is selected, and the cursor behind it. */
export function insertAtCursor(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const start = field.selectionStart ?? field.value.length;
  field.setRangeText(text, start, field.selectionEnd ?? start, 'end');
  field.focus();
}
