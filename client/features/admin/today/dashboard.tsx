import { useEffect, useRef } from 'react';
import * as m from '#messages';
import { Tabs } from '../../../ui/tabs.tsx';
import { adminTabs, type TabId, tabIn } from '../desk/tabs.ts';
import type { ScreenProps } from '../kit/admin-screen.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { askToLeave } from '../kit/unsaved.ts';
import { LIST_FILTERS, TAB_STATE, type UrlState, useUrlState } from '../kit/url-state.ts';
import { SummaryCards } from './summary-cards.tsx';
import { TodayLines } from './today-lines.tsx';

const NewRows = lazyPanel(() => import('../live/new-rows.tsx'));

/** Parameters that are restored on return to the tab. */
const TAB_FILTERS = ['q', ...Object.keys(LIST_FILTERS), 'sort', 'view'];

/** Cards and tabs (docs/specification.md#admin). */
export default function Dashboard(props: ScreenProps) {
  const url = useUrlState();
  const { tab, onTab, onList } = useTabs(url);
  return (
    <>
      {/* Above the tab that the rail leads to, only the cards. */}
      {url.get('tab') === '' && <TodayLines />}
      <SummaryCards onList={onList} />
      <Tabs
        className="dashboard-tabs mt-1 lg:mt-3"
        label={m.admin_tabs_label()}
        active={tab}
        onChange={onTab}
        tabs={Object.entries(adminTabs).flatMap(([id, { label, screen }]) => {
          const Content = props.contentOf(screen);
          return Content ? [{ id, label: label(), content: id === tab && <Content {...props} /> }] : [];
        })}
      />
      <NewRows onShow={(next, readAgain) => onList(next, '', readAgain)} />
    </>
  );
}

/** The open tab, stored in the URL, and functions to change it. */
function useTabs(url: UrlState) {
  const asked = url.get('tab');
  const tab = tabIn(asked);
  useEffect(() => {
    // On a phone the cards would push the list that the rail leads to out of the window.
    if (asked && matchMedia('(width < 40rem)').matches)
      requestAnimationFrame(() => {
        // Not `scrollIntoView`: the scroll padding would leave half of the tabs above the list.
        const panel = document.querySelector('.dashboard-tabs > :not([hidden])[role="tabpanel"]');
        scrollBy({ top: panel?.getBoundingClientRect().top ?? 0, behavior: 'instant' });
      });
  }, [asked]);
  /** The filters of each tab when it was last left. */
  const left = useRef<Record<string, Record<string, string>>>({});
  function onTab(next: string) {
    if (next === tab) return;
    askToLeave(() => {
      left.current[tab] = Object.fromEntries(TAB_FILTERS.map((name) => [name, url.get(name)]));
      url.set({ ...TAB_STATE, ...left.current[next], tab: next });
    });
  }
  function onList(next: TabId, status: string, readAgain?: () => void) {
    askToLeave(() => {
      readAgain?.();
      url.set({ ...TAB_STATE, tab: next, status });
      // On a phone the rows are below the window: without scrolling, the tap would have no visible effect.
      requestAnimationFrame(() => {
        const opened = document.querySelector<HTMLElement>('.dashboard-tabs [aria-selected="true"]');
        opened?.focus({ preventScroll: true });
        opened?.closest('.dashboard-tabs')?.scrollIntoView();
      });
    });
  }
  return { tab, onTab, onList };
}
