import { adminTexts } from '#brand/texts/tables.ts';
import { type Language, LOCALES } from '#shared/core/language.ts';

type Details = {
  name: string;
  lots: readonly { code: string; bestBy: string }[];
  /** The customer's lot is recorded. */
  isSure: boolean;
  order: string | undefined;
};

/** Markdown signs in names and lot codes mean themselves. */
const plain = (text: string) => text.replace(/[\\`*_{}[\]()#+\-.!|<>~]/g, '\\$&');

/** The lines below the owner's words, as Markdown: product, lots, order. */
export function recallDetails({ name, lots, isSure, order }: Details, language: Language): string {
  const text = adminTexts[language];
  const dayText = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' });
  const lines = [
    [text.recall_mail_product, plain(name)],
    ...lots.map(({ code, bestBy }) => [
      text.recall_mail_lot,
      `${plain(code)}, ${text.recall_mail_best_by} ${dayText.format(new Date(bestBy))}`,
    ]),
    ...(order === undefined ? [] : [[text.recall_mail_order, order]]),
  ];
  const list = lines.map(([label, value]) => `- ${label}: ${value}`).join('\n');
  return isSure ? list : `${list}\n\n${text.recall_mail_maybe}`;
}
