import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import * as m from '#messages';
import { type Found, MIN_FIND_LENGTH } from '#shared/admin/find.ts';
import { MAX_SEARCH_LENGTH } from '#shared/core/list-limits.ts';
import { callApi } from '../../../lib/api-client.ts';
import { useLanguage } from '../../../lib/language.ts';
import { useLogout } from '../desk/session.ts';
import { adminKeys } from '../keys.ts';
import { AdminIcon } from '../kit/admin-icons.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { LoadError } from '../kit/load-states.tsx';
import { useRole } from '../kit/role.tsx';
import { askToLeave } from '../kit/unsaved.ts';
import { findPlaces } from './find-places.ts';
import { type FindGroup, type FindRow, findRecords, inOrder } from './find-rows.ts';
import { GuideChapter } from './guide-chapter.tsx';

const TYPING_PAUSE_MS = 150;
const OPTION =
  'grid min-h-11 cursor-pointer scroll-m-2 grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 gap-y-[0.1rem] rounded-field px-3 py-[0.45rem] aria-selected:bg-tint forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2 forced-colors:aria-selected:outline-[Highlight]';

type Props = { onClose: () => void; onChoose: (path: string) => void };

/** One search field for all records, the owner's words, the guide, and the screens of the admin. */
export default function FindDialog({ onClose, onChoose }: Props) {
  useLanguage();
  const id = useId();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState(0);
  const [chapter, setChapter] = useState<string | null>(null);
  const { find, isAsked, isCurrent, groups } = useFind(text);
  const options = groups.flatMap((group) => group.rows);
  const active = options[Math.min(picked, options.length - 1)];
  const pick = (row: FindRow) => {
    if (row.target !== undefined) return onChoose(row.target);
    if (row.chapter !== undefined) return setChapter(row.chapter);
    onClose();
    row.run?.();
  };
  function onKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setPicked((Math.min(picked, options.length - 1) + step + options.length) % options.length);
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      pick(active);
    }
  }
  if (chapter !== null) return <GuideChapter id={chapter} onBack={() => setChapter(null)} onClose={onClose} />;
  return (
    <Dialog title={m.admin_find_title()} onClose={onClose} className="find-sheet">
      <input
        data-autofocus
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={active && `${id}-${active.id}`}
        aria-label={m.admin_find_label()}
        placeholder={m.admin_find_hint()}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPicked(0);
        }}
        onKeyDown={onKey}
        className="control mt-3 min-h-12 w-full rounded-field border-2 border-ink-soft/70 bg-white px-4 py-2 placeholder:text-ink-soft"
      />
      {find.isError && isAsked && (
        <div className="mt-3">
          <LoadError error={find.error} onRetry={find.refetch} />
        </div>
      )}
      <FindList id={id} groups={groups} activeId={active?.id} onPoint={setPicked} onPick={pick} />
      <FindCount count={isCurrent ? options.length : null} isFailed={find.isError} />
    </Dialog>
  );
}

/** The matches for a text: places of the admin, and what the server finds. */
function useFind(text: string) {
  const logout = useLogout();
  const role = useRole();
  const q = useSettled(text.trim());
  const isAsked = q.length >= MIN_FIND_LENGTH;
  const find = useQuery({
    queryKey: [...adminKeys.find, q],
    queryFn: ({ signal }) => callApi<Found>(`${adminKeys.find[0]}?q=${encodeURIComponent(q)}`, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const groups = inOrder([
    findPlaces(text, { role, logOut: () => askToLeave(() => logout.mutate()) }),
    ...(isAsked ? findRecords(q, find.data, role) : []),
  ]);
  return { find, isAsked, isCurrent: q === text.trim() && !find.isFetching, groups };
}

/** Announces the number of matches; an empty result is visible too. @param count `null` while loading */
function FindCount({ count, isFailed }: { count: number | null; isFailed: boolean }) {
  return (
    <>
      <p role="status" className="sr-only">
        {count !== null && m.admin_find_count({ count })}
      </p>
      {count === 0 && !isFailed && <p className="mt-4 text-ink-soft">{m.admin_find_nothing()}</p>}
    </>
  );
}

type ListProps = {
  id: string;
  groups: FindGroup[];
  activeId: string | undefined;
  onPoint: (index: number) => void;
  onPick: (row: FindRow) => void;
};

function FindList({ id, groups, activeId, onPoint, onPick }: ListProps) {
  const order = groups.flatMap(({ rows }) => rows.map((row) => row.id));
  useEffect(() => {
    if (activeId) document.getElementById(`${id}-${activeId}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, activeId]);
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={m.admin_find_results()}
      className="-mx-3 mt-3 max-h-[min(60vh,34rem)] overflow-y-auto overscroll-contain"
    >
      {groups.map(({ label, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and no fieldset.
        <div key={label} role="group" aria-label={label}>
          <p aria-hidden="true" className="px-3 pt-3 pb-1 text-[0.82rem] font-semibold text-ink-soft">
            {label}
          </p>
          {rows.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard.
            // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus and names the option.
            <div
              key={option.id}
              id={`${id}-${option.id}`}
              role="option"
              aria-selected={option.id === activeId}
              className={OPTION}
              onPointerMove={() => onPoint(order.indexOf(option.id))}
              onClick={() => onPick(option)}
            >
              <AdminIcon name={option.icon} />
              <span className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{option.title}</span>
              {option.detail && <span className="col-start-2 text-[0.9rem] text-ink-soft">{option.detail}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** A text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
