import { useRef, useState } from 'react';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { fieldId, focusField } from '../kit/form/field-state.ts';
import { moved } from '../kit/form/ordered-rows.tsx';
import type { Row } from './faq/row.tsx';

const empty = () => forEachLanguage(() => '');

/** The element that offers to restore a removed row. */
export const REMOVED_ID = fieldId('questions.removed');

/**
 * The rows of the questions: which are unfolded, and functions to add, move, remove and restore. The focus follows the
 * change.
 */
export function useFaqRows(rows: readonly Row[], write: (rows: Row[]) => void) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [removed, setRemoved] = useState<{ row: Row; at: number } | null>(null);
  const list = useRef<HTMLOListElement>(null);

  const unfold = (key: string, isOpen: boolean) =>
    setUnfolded((keys) => new Set(isOpen ? [...keys, key] : [...keys].filter((each) => each !== key)));
  const focusIn = (key: string, part: string) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] ${part}`)?.focus(),
    );

  return {
    list,
    removed: removed?.row ?? null,
    isOpen: (key: string) => unfolded.has(key),
    unfold,
    forgetRemoved: () => setRemoved(null),
    change: (at: number, row: Row) => write(rows.map((each, i) => (i === at ? row : each))),
    move(at: number, step: 1 | -1): void {
      write(moved(rows, at, at + step));
      // The button moves with the row, and a browser drops the focus of moved elements.
      focusIn(rows[at]?.key ?? '', `[data-move="${step === 1 ? 'down' : 'up'}"]`);
    },
    remove(at: number): void {
      const row = rows[at];
      if (!row) return;
      write(rows.filter((each) => each !== row));
      setRemoved({ row, at });
      requestAnimationFrame(() => document.getElementById(REMOVED_ID)?.focus());
    },
    putBack(): void {
      if (!removed) return;
      const { row, at } = removed;
      write([...rows.slice(0, at), row, ...rows.slice(at)]);
      setRemoved(null);
      focusIn(row.key, 'summary');
    },
    /** @param language the language in which its question is asked for */
    add(language: Language): void {
      const key = randomUuid();
      write([...rows, { key, question: empty(), answer: empty(), otherwise: empty() }]);
      unfold(key, true);
      requestAnimationFrame(() => focusField(`questions.${rows.length}.question.${language}`));
    },
  };
}
