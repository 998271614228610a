import * as m from '#messages';
import { lazyPanel } from '../kit/lazy.tsx';
import { Skeleton } from '../kit/load-states.tsx';
import { askToLeave } from '../kit/unsaved.ts';
import { oneOf, useUrlState } from '../kit/url-state.ts';

const Templates = lazyPanel(() => import('./templates.tsx'), <Skeleton />);
const Outbox = lazyPanel(() => import('./outbox.tsx'), <Skeleton />);
const VIEWS = ['templates', 'outbox'] as const;

/** Mail templates, and the outbox beside them (docs/specification.md#mail-templates). */
export default function EmailsTab() {
  const url = useUrlState();
  const view = oneOf(url.get('view'), VIEWS);
  const label = { templates: m.admin_tab_emails(), outbox: m.admin_outbox() };
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-h3">{label[view]}</h2>
        <fieldset aria-label={m.admin_emails_view()} className="flex flex-wrap gap-2">
          {VIEWS.map((option) => (
            <button
              key={option}
              type="button"
              aria-pressed={option === view}
              onClick={() => {
                if (option !== view) askToLeave(() => url.set({ view: option, status: null, open: null }));
              }}
              className="min-h-11 rounded-full border-2 border-second px-4 text-[0.92rem] font-semibold text-second aria-pressed:bg-second aria-pressed:text-ground"
            >
              {option === 'templates' ? m.admin_view_templates() : m.admin_outbox()}
            </button>
          ))}
        </fieldset>
      </div>
      {view === 'templates' ? <Templates /> : <Outbox />}
    </>
  );
}
