import type { ReactNode } from 'react';
import * as m from '#messages';
import type { Language } from '#shared/core/language.ts';
import { AdminIcon } from '../admin-icons.tsx';
import { fieldId } from './field-state.ts';
import { labelInLanguage } from './label-in-language.ts';
import { bold, eachLine, link, type Selected } from './markdown-marks.ts';

type Props = {
  /** The path of the text area. */
  path: string;
  language: Language;
  onChange: (text: string) => void;
};

const MARKS: readonly (readonly [sign: ReactNode, name: () => string, change: (text: Selected) => Selected])[] = [
  [<b key="b">B</b>, m.admin_write_bold, (text) => bold(text, m.admin_write_words())],
  [<b key="h">H</b>, m.admin_write_heading, (text) => eachLine(text, '## ')],
  [<AdminIcon key="list" name="list" className="size-5" />, m.admin_write_list, (text) => eachLine(text, '- ')],
  [
    <AdminIcon key="link" name="link" className="size-5" />,
    m.admin_write_link,
    (text) => link(text, m.admin_write_words()),
  ],
];

/** Buttons that write Markdown around the selection of a text area. */
export default function WritingBar({ path, language, onChange }: Props) {
  const write = (change: (text: Selected) => Selected) => {
    const area = document.getElementById(fieldId(path));
    if (!(area instanceof HTMLTextAreaElement)) return;
    const { text, start, end } = change({ text: area.value, start: area.selectionStart, end: area.selectionEnd });
    if (area.maxLength >= 0 && text.length > area.maxLength) return;
    area.setRangeText(text, 0, area.value.length);
    area.setSelectionRange(start, end);
    area.focus();
    onChange(area.value);
  };
  return (
    <fieldset aria-label={labelInLanguage(m.admin_write_bar(), language)} className="mb-1 flex min-w-0">
      {MARKS.map(([sign, name, change]) => (
        <button
          key={name()}
          type="button"
          aria-label={name()}
          data-tooltip
          className="grid size-11 place-items-center rounded-field hover:bg-tint"
          onClick={() => write(change)}
        >
          <span aria-hidden="true">{sign}</span>
        </button>
      ))}
    </fieldset>
  );
}
