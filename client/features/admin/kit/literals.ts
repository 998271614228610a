const LITERAL =
  /(\b[A-Z]+(?:_[A-Z]+)+(?:=[\w-]+)?|npm run [\w:]+|https?:\/\/\S*[\w/]|\B\.env\b|\bbrand\/(?:[\w-]+\.ts)?|\bzonesFrom\b)/;

/**
 * Splits a sentence at literals: settings with their value, commands, addresses and files.
 *
 * @returns text and literal alternating, beginning with text
 */
export const splitLiterals = (text: string): string[] => text.split(LITERAL);
