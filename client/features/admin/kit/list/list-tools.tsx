import { type ReactNode, useEffect, useState } from 'react';
import * as m from '#messages';
import { MAX_SEARCH_LENGTH } from '#shared/core/list-limits.ts';
import { useIsWide } from '../use-wide.ts';
import type { ListState } from './rows.ts';
import type { ListFilter } from './use-list.ts';

const TYPING_PAUSE_MS = 250;

/** A label beside its control in a wide window, above it in a narrow one; visually hidden on a phone. */
const TOOL = 'grid gap-1 min-[75rem]:flex min-[75rem]:items-center min-[75rem]:gap-2.5';
const TOOL_LABEL = 'tool-label shrink-0 text-[0.88rem] font-semibold max-sm:sr-only';

type Labels = Readonly<Record<string, () => string>>;

type Props = {
  /** The fields that the search covers; without it there is no search. */
  hint?: string;
  state: ListState;
  filters: Readonly<Record<string, ListFilter>>;
  sorts?: Labels;
  onChange: (changes: Record<string, string>, options?: { replace?: boolean }) => void;
  children?: ReactNode;
};

/** Search, filters, sort order, and further tools of the list, which are beside the search on a phone. */
export function ListTools({ hint, state, filters, sorts = {}, onChange, children }: Props) {
  const isTable = useIsWide();
  return (
    <div className="mb-2 flex flex-wrap items-end gap-2 min-[75rem]:mb-3 min-[75rem]:gap-x-5 min-[75rem]:gap-y-1">
      {hint && <SearchBox hint={hint} q={state.q} onSearch={(q) => onChange({ q }, { replace: true })} />}
      {Object.entries(filters).map(([name, filter]) => (
        <FilterTool
          key={name}
          filter={filter}
          value={state[name] ?? ''}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      {/* A table has sorting in its column headings. */}
      {!isTable && Object.keys(sorts).length > 0 && (
        <Choice label={m.admin_sort()} value={state.sort} onChange={(sort) => onChange({ sort })} options={sorts} />
      )}
      {children}
    </div>
  );
}

function SearchBox({ hint, q, onSearch }: { hint: string; q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  const [asked, setAsked] = useState(q);
  // The URL has changed elsewhere, for instance by Back. A trailing blank of the current input is kept.
  if (q !== asked) {
    setAsked(q);
    if (text.trim() !== q) setText(q);
  }
  useEffect(() => {
    const next = text.trim();
    if (next === asked) return;
    const timer = setTimeout(() => onSearch(next), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, asked, onSearch]);
  return (
    <label className={`${TOOL} min-w-[60%] flex-1 sm:min-w-56 sm:max-w-96`}>
      <span className={TOOL_LABEL}>{m.admin_search()}</span>
      <input
        type="search"
        value={text}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder={hint}
        onChange={(event) => setText(event.target.value)}
        className="control min-h-11 w-full rounded-field border-2 border-ink-soft/70 bg-white px-3.5 py-2 text-[0.95rem] placeholder:text-ink-soft"
      />
    </label>
  );
}

type FilterProps = { filter: ListFilter; value: string; onChange: (value: string) => void };

function FilterTool({ filter, value, onChange }: FilterProps) {
  if (filter.input === 'none') return null;
  if (filter.input === 'date') {
    return (
      <label className={`${TOOL} max-sm:order-last max-sm:min-w-0 max-sm:grow`}>
        <span className={TOOL_LABEL}>{filter.label()}</span>
        <input
          type="date"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="control min-h-11 rounded-field border-2 border-ink-soft/70 bg-white px-3 py-1.5 text-[0.95rem] max-sm:w-full"
        />
      </label>
    );
  }
  const { label, all, options } = filter;
  return <Choice label={label()} value={value} onChange={onChange} options={{ '': all, ...options }} />;
}

type ChoiceProps = { label: string; value: string; options: Labels; onChange: (value: string) => void };

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className={`${TOOL} max-sm:order-last max-sm:min-w-0 max-sm:grow max-sm:basis-[28%]`}>
      <span className={TOOL_LABEL}>{label}</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="control select small-select max-sm:w-full! max-sm:pr-6.5! max-sm:text-ellipsis"
      >
        {Object.entries(options).map(([option, label]) => (
          <option key={option} value={option}>
            {label()}
          </option>
        ))}
      </select>
    </label>
  );
}
