import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { adminTabs, type TabId, tabIn } from '../desk/tabs.ts';
import type { ScreenProps } from '../kit/admin-screen.ts';
import { lazyPanel } from '../kit/lazy.tsx';
import { Skeleton } from '../kit/load-states.tsx';
import { askToLeave } from '../kit/unsaved.ts';
import { LIST_FILTERS, TAB_STATE, type UrlState, useUrlState } from '../kit/url-state.ts';
import type { NewRowsProps } from '../live/new-rows.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { TodayLines } from './today-lines.tsx';

const NewRows = lazyPanel<NewRowsProps>(() => import('../live/new-rows.tsx'));
const StatsPanel = lazyPanel(() => import('../stats/stats-panel.tsx'), <Skeleton rows={1} className="h-80" />);

/** Parameters that are restored on return to the tab. */
const TAB_FILTERS = ['q', ...Object.keys(LIST_FILTERS), 'sort', 'view'];

/** Cards and tabs (docs/specification.md#admin). */
export default function Dashboard(props: ScreenProps) {
  const url = useUrlState();
  const { tab, onTab, onList } = useTabs(url);
  useOldLinks(url);
  return (
    <>
      <TodayLines />
      <SummaryCards onList={onList} />
      {url.get('numbers') !== '' && <StatsPanel />}
      <Tabs
        className="dashboard-tabs mt-1 lg:mt-3"
        label={m.admin_tabs_label()}
        active={tab}
        onChange={onTab}
        tabs={Object.entries(adminTabs).map(([id, { label, screen }]) => {
          const Content = props.contentOf(screen);
          return { id, label: label(), content: id === tab && <Content {...props} /> };
        })}
      />
      <NewRows onShow={(next, readAgain) => onList(next, '', readAgain)} />
    </>
  );
}

/** `?order=` with an id, as mails have it, and `?screen=setup`, from before the settings had a path. */
function useOldLinks({ get, set }: UrlState): void {
  const [, navigate] = useLocation();
  const order = get('order');
  const isSetup = get('screen') === 'setup';
  useEffect(() => {
    if (isSetup) navigate(ADMIN_SCREEN_PATHS.settings, { replace: true });
    else if (order) set({ ...TAB_STATE, order: null, tab: 'orders', open: order }, { replace: true });
  }, [order, isSetup, set, navigate]);
}

/** The open tab, stored in the URL, and functions to change it. */
function useTabs(url: UrlState) {
  const tab = tabIn(url.get('tab'));
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
