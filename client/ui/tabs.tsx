import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export type Tab = { id: string; label: ReactNode; content: ReactNode };

type Props = {
  /** The accessible name of the tabs. */
  label: string;
  tabs: readonly Tab[];
  /** The open tab, if the parent controls it; otherwise the component has its own state. */
  active?: string;
  onChange?: (id: string) => void;
  className?: string;
};

/**
 * Tabs in the ARIA pattern: arrows, Home and End move and open. All panels are in the document; print shows them all.
 */
export function Tabs({ label, tabs, active, onChange, className = '' }: Props) {
  const [own, setOwn] = useState(tabs[0]?.id);
  const open = active ?? own;
  const base = useId();
  const list = useRef<HTMLDivElement>(null);

  function choose(index: number) {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (!tab) return;
    setOwn(tab.id);
    onChange?.(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)]?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.id === open);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex flex-wrap gap-x-1 border-b-2 border-line print:hidden"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}-tab`}
            aria-controls={`${base}-${tab.id}`}
            aria-selected={tab.id === open}
            tabIndex={tab.id === open ? 0 : -1}
            onClick={() => choose(index)}
            className="-mb-0.5 min-h-12 border-b-4 border-transparent px-2.5 py-2 font-semibold text-ink-soft max-sm:text-[0.92rem] sm:px-4 hover:text-brand aria-selected:border-brand aria-selected:text-brand"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <Panel key={tab.id} id={`${base}-${tab.id}`} isOpen={tab.id === open}>
          {tab.content}
        </Panel>
      ))}
    </div>
  );
}

function Panel({ id, isOpen, children }: { id: string; isOpen: boolean; children: ReactNode }) {
  return (
    <div
      role="tabpanel"
      id={id}
      aria-labelledby={`${id}-tab`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern asks for a panel that can be reached
      tabIndex={0}
      hidden={!isOpen}
      className="pt-6"
    >
      {children}
    </div>
  );
}
