/**
 * Must not appear in any log line (E11, N8): keys, secrets, tokens, signatures, and anything that may be a card number.
 */
const PATTERNS: readonly RegExp[] = [
  /[sr]k_(?:test|live)_\w+/,
  /whsec_\w+/,
  /pi_\w+_secret_\w*/,
  /"client_?secret"\s*:\s*"(?!\[hidden\])/i,
  /shippo_(?:test|live)_\w+/i,
  /ShippoToken\s+\S/,
  /\bBearer\s+\S/,
  /\bv1=[0-9a-f]{16,}/,
  /"(?:cookie|authorization|stripe-signature)"\s*:\s*"(?!\[hidden\])/i,
  /"(?:cardNumber|cvc|password)"\s*:\s*"(?!\[hidden\])/i,
];
const CARD_LIKE = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w.-])/g;

/** @returns each finding, with the start of its line */
export function findSecrets(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const hits = PATTERNS.flatMap((pattern) => pattern.exec(line)?.[0] ?? []);
    const cards = (line.match(CARD_LIKE) ?? []).filter((text) => !isTime(text) && passesLuhn(text.replace(/\D/g, '')));
    return [...hits, ...cards].map((hit) => `${hit} in ${line.slice(0, 120)}`);
  });
}

/** The `time` of a log line: present-day milliseconds, 13 digits. */
function isTime(text: string): boolean {
  return /^1[6-9]\d{11}$/.test(text);
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
