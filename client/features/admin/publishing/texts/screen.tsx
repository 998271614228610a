import { useId } from 'react';
import { Link, useLocation } from 'wouter';
import * as m from '#messages';
import { TEXT_GROUPS, type TextGroup } from '#shared/content/text-keys.ts';
import type { AdminText } from '#shared/content/texts.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { MAX_SEARCH_LENGTH } from '#shared/core/list-limits.ts';
import { useLanguage } from '../../../../lib/language.ts';
import { Loaded, Skeleton } from '../../kit/load-states.tsx';
import { StatusBadge } from '../../kit/status.tsx';
import { useUrlState } from '../../kit/url-state.ts';
import { contentState, contentStates } from '../content-states.ts';
import { PanelHead } from '../panel-head.tsx';
import { useTexts } from '../reads.ts';
import TextForm from './form.tsx';
import { groupNames, TEXTS_PATH, textPath } from './words.ts';

type Props = {
  /** The key of a sentence; empty for the list. */
  opened: string;
  onClose: () => void;
};

/** All sentences of the public site, found by words or by group; or the form of one. */
export default function TextsScreen({ opened, onClose }: Props) {
  const read = useTexts();
  const [, navigate] = useLocation();
  const open = (path: string) => navigate(path + location.search);
  return (
    <Loaded read={read} waiting={<Skeleton rows={6} />}>
      {(texts) => {
        const text = texts.find(({ key }) => key === opened);
        if (!text) return <TextList texts={texts} onClose={onClose} onOpen={(key) => open(textPath(key))} />;
        return <TextForm key={opened} text={text} onClose={() => open(TEXTS_PATH)} />;
      }}
    </Loaded>
  );
}

type ListProps = { texts: readonly AdminText[]; onClose: () => void; onOpen: (key: string) => void };

function TextList({ texts, onClose, onOpen }: ListProps) {
  const id = useId();
  const filter = useTextFilter();
  const found = texts.filter(filter.matches);
  return (
    <section aria-labelledby={id} className="panel">
      <PanelHead id={id} title={m.admin_texts_title()} onClose={onClose} />
      <TextTools {...filter} />
      <p role="status" className="text-ink-soft">
        {found.length === 0
          ? m.admin_texts_none()
          : found.length === 1
            ? m.admin_texts_one()
            : m.admin_texts_count({ count: found.length })}
      </p>
      {filter.isSet ? <Found texts={found} onOpen={onOpen} /> : <Groups texts={texts} />}
    </section>
  );
}

/** The search and the filters of the list, from the URL. */
function useTextFilter() {
  const url = useUrlState();
  const q = url.get('q');
  const group = TEXT_GROUPS.find((each) => each === url.get('place'));
  const isChangedOnly = url.get('changed') !== '';
  return {
    url,
    q,
    group,
    isChangedOnly,
    isSet: q.trim() !== '' || group !== undefined || isChangedOnly,
    matches: (text: AdminText) =>
      (group === undefined || text.group === group) &&
      (!isChangedOnly || contentState(text) !== 'default') &&
      hasWords(text, q.trim().toLowerCase()),
  };
}

const TOOL = 'grid gap-1 text-[0.9rem] font-semibold';
type ToolsProps = Pick<ReturnType<typeof useTextFilter>, 'url' | 'q' | 'group' | 'isChangedOnly'>;

function TextTools({ url, q, group, isChangedOnly }: ToolsProps) {
  return (
    <div className="grid items-end gap-x-4 gap-y-2 md:grid-cols-[1fr_16rem_auto]">
      <label className={TOOL}>
        <span>{m.admin_search()}</span>
        <input
          type="search"
          className="control min-h-11 w-full rounded-field border-2 border-ink-soft/70 bg-white px-3.5 py-2 text-[0.95rem] placeholder:text-ink-soft"
          value={q}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder={m.admin_texts_search()}
          onChange={(event) => url.set({ q: event.target.value }, { replace: true })}
        />
      </label>
      <label className={TOOL}>
        <span>{m.admin_texts_place()}</span>
        <select
          className="control select small-select w-full"
          value={group ?? ''}
          onChange={(event) => url.set({ place: event.target.value })}
        >
          <option value="">{m.admin_texts_all()}</option>
          {TEXT_GROUPS.map((each) => (
            <option key={each} value={each}>
              {groupNames[each]()}
            </option>
          ))}
        </select>
      </label>
      <label className="flex min-h-11 cursor-pointer items-center gap-[0.6rem] text-[0.9rem] font-semibold">
        <input
          type="checkbox"
          checked={isChangedOnly}
          onChange={(event) => url.set({ changed: event.target.checked ? '1' : null })}
        />
        <span>{m.admin_texts_changed()}</span>
      </label>
    </div>
  );
}

/** Error messages have their own list: they are many, rarely changed, and appear on no page. */
const PROGRAM_GROUP = 'messages' satisfies TextGroup;
const PAGE_GROUPS = TEXT_GROUPS.filter((group) => group !== PROGRAM_GROUP);

/** The groups of sentences, with the number of sentences in each. */
function Groups({ texts }: { texts: readonly AdminText[] }) {
  return (
    <>
      <GroupList groups={PAGE_GROUPS} texts={texts} />
      <h3 className="mt-4">{m.admin_texts_program()}</h3>
      <p className="text-ink-soft">{m.admin_texts_program_text()}</p>
      <GroupList groups={[PROGRAM_GROUP]} texts={texts} />
    </>
  );
}

function GroupList({ groups, texts }: { groups: readonly TextGroup[]; texts: readonly AdminText[] }) {
  return (
    <ul className="change-list">
      {groups.map((each) => (
        <li key={each} className="flex flex-wrap items-center justify-between gap-x-3">
          <Link href={`${TEXTS_PATH}?place=${each}`} className="text-button">
            {groupNames[each]()}
          </Link>
          <span className="text-ink-soft">{texts.filter((text) => text.group === each).length}</span>
        </li>
      ))}
    </ul>
  );
}

const hasWords = (text: AdminText, words: string) =>
  [text.key, ...LANGUAGES.flatMap((language) => [text[language], text.default[language]])].some((each) =>
    each.toLowerCase().includes(words),
  );

/** The sentences below the names of their groups; the program's messages are folded if there are others. */
function Found({ texts, onOpen }: { texts: readonly AdminText[]; onOpen: (key: string) => void }) {
  const groups = TEXT_GROUPS.map((group) => ({ group, texts: texts.filter((text) => text.group === group), onOpen }));
  const found = groups.filter(({ texts: own }) => own.length > 0);
  return found.map((own) =>
    own.group === PROGRAM_GROUP && found.length > 1 ? (
      <details key={own.group} className="fold">
        <summary>
          {m.admin_texts_program()} ({own.texts.length})
        </summary>
        <Group {...own} />
      </details>
    ) : (
      <Group key={own.group} {...own} />
    ),
  );
}

type GroupProps = { group: TextGroup; texts: readonly AdminText[]; onOpen: (key: string) => void };

function Group({ group, texts, onOpen }: GroupProps) {
  const id = useId();
  const language = useLanguage();
  const others = LANGUAGES.filter((each) => each !== language);
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <h3 id={id}>{groupNames[group]()}</h3>
      <ul className="change-list">
        {texts.map((text) => (
          <li key={text.key} className="flex flex-wrap items-center gap-x-3">
            <button type="button" className="text-button" onClick={() => onOpen(text.key)}>
              {text[language]}
            </button>
            {contentState(text) !== 'default' && <StatusBadge status={contentState(text)} labels={contentStates} />}
            {others.map((other) => (
              <p key={other} lang={other} className="basis-full text-ink-soft">
                {text[other]}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
