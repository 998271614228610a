import { setupTexts } from '#brand/texts/tables.ts';
import { SETUP_STATES, type SetupCheck } from '#shared/admin/diagnostics.ts';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import { withDayHalves } from '#shared/core/day-halves.ts';
import { type Language, LOCALES } from '#shared/core/language.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import type { CheckResult } from './check-result.ts';

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A check result as text for the owner. @param result.check an ability of a database has its own title */
export function describeResult(
  { check, state, code, values = {} }: Omit<CheckResult, 'check'> & { check: string },
  language: Language,
): SetupCheck {
  const table: Readonly<Record<string, string>> = setupTexts[language];
  const say = (key: string) =>
    (key in table ? fillBrandWords(table[key] ?? '', language) : undefined)
      ?.replace(/\{(\w+)\}/g, (_, name: string) => format(values[name] ?? '', language))
      // A Spanish time ends in "a.m."; avoids a second full stop.
      .replace(/([ap]\.\s?m\.)\./g, '$1') ?? null;
  return {
    id: check,
    state,
    title: say(`title_${check}`) ?? check,
    text: say(code) ?? code,
    todo: say(`${code}_todo`),
  };
}

/** A heading with the source of the results. */
export function resultsHeading(from: 'asked' | 'alone' | 'database', language: Language): string {
  return setupTexts[language][`doctor_${from}`];
}

/** Worst first; results of the same state keep their order. */
export function sortWorstFirst(checks: readonly SetupCheck[]): SetupCheck[] {
  return SETUP_STATES.flatMap((state) => checks.filter((check) => check.state === state));
}

function format(value: string | number, language: Language): string {
  if (typeof value === 'number' || !ISO_TIME.test(value)) return String(value);
  const written = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: shopZone(),
  });
  return withDayHalves(written.format(new Date(value)));
}
