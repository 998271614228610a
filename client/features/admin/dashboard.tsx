import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import * as m from '#messages';
import { Button } from '../../ui/button.tsx';
import { Container } from '../../ui/layout.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AdminIcon } from './admin-icons.tsx';
import { DashboardHeader } from './dashboard-header.tsx';
import { FindButton, useFind } from './find/find.tsx';
import { lazyDialog, lazyPanel } from './lazy.tsx';
import { LoadError, PageLoading, Skeleton } from './load-states.tsx';
import { NewRows } from './new-rows.tsx';
import { screenIn } from './screens.tsx';
import { LOGIN_PATH, rememberView, useAdminCheck } from './session.ts';
import type { StorePrefill } from './slots.ts';
import { SummaryCards } from './summary-cards.tsx';
import { adminTabs, type TabId, tabIn } from './tabs.tsx';
import { startTooltips } from './tooltips.ts';
import { askToLeave } from './unsaved.ts';
import { TAB_STATE, type UrlState, useUrlState } from './url-state.ts';

const StoreDialog = lazyDialog(() => import('./store-locations/store-dialog.tsx'));
const StatsPanel = lazyPanel(() => import('./stats/stats-panel.tsx'), <Skeleton rows={1} className="h-80" />);
const AnomalyBanner = lazyPanel(() => import('./anomalies/anomaly-banner.tsx'));

/** Those of them that are restored on return to the tab. */
const TAB_FILTERS = ['q', 'status', 'sort', 'view'] as const;

/** Shows no shop data before the session check has succeeded. */
export default function Dashboard({ toggle }: { toggle: ReactNode }) {
  const [, navigate] = useLocation();
  const check = useAdminCheck();
  const isAdmin = check.data?.isAdmin;
  const wasAdmin = useRef(false);
  useEffect(() => {
    if (isAdmin) wasAdmin.current = true;
    if (isAdmin !== false) return;
    // A logout keeps no view; an expired session stores its view itself.
    if (!wasAdmin.current) rememberView();
    navigate(LOGIN_PATH, { replace: true });
  }, [isAdmin, navigate]);
  if (check.isError) {
    return (
      <Container className="py-section">
        <LoadError error={check.error} onRetry={check.refetch} />
      </Container>
    );
  }
  if (!isAdmin) return <PageLoading label={m.admin_session_checking()} />;
  return <DashboardOfAdmin toggle={toggle} />;
}

function DashboardOfAdmin({ toggle }: { toggle: ReactNode }) {
  const url = useUrlState();
  const screen = screenIn(useSearch());
  const tabs = useTabs(url);
  const find = useFind(url);
  useEffect(startTooltips, []);
  useLinkedOrder(url);
  return (
    <>
      <DashboardHeader toggle={toggle} />
      <main
        id="main"
        tabIndex={-1}
        className={`dashboard-frame mx-auto w-full max-w-wide px-gutter pb-24 ${screen ? 'pt-8' : 'pt-1.5 lg:pt-3'}`}
      >
        {screen ? (
          <screen.Content onBack={() => url.set({ screen: null })} />
        ) : (
          <Overview url={url} tabs={tabs} onFind={find.open} />
        )}
      </main>
      {find.dialog}
      {!screen && <NewRows onShow={(tab, readAgain) => tabs.onList(tab, '', readAgain)} />}
    </>
  );
}

/** The stable url of an order, used in mails: `?order=` and its id. */
function useLinkedOrder({ get, set }: UrlState): void {
  const order = get('order');
  useEffect(() => {
    if (order) set({ ...TAB_STATE, screen: null, order: null, tab: 'orders', open: order }, { replace: true });
  }, [order, set]);
}

/** Stats, cards and tabs. */
function Overview({ url, tabs, onFind }: { url: UrlState; tabs: TabsState; onFind: () => void }) {
  const [storePrefill, setStorePrefill] = useState<StorePrefill | null>(null);
  const { tab, onTab, onList } = tabs;
  const showsStats = url.get('numbers') !== '';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-2 sm:gap-x-4">
        <h1 className="text-[clamp(0.95rem,4.4vw,1.15rem)] sm:text-h3 lg:text-[2rem]">{m.admin_dashboard_heading()}</h1>
        <div className="flex gap-1.5 sm:gap-2">
          <FindButton onPress={onFind} />
          <StatsButton isOpen={showsStats} onPress={() => url.set({ numbers: showsStats ? null : '30d' })} />
        </div>
      </div>
      <AnomalyBanner />
      <SummaryCards onList={onList} />
      {showsStats && <StatsPanel />}
      <Tabs
        className="dashboard-tabs mt-1 lg:mt-3"
        label={m.admin_tabs_label()}
        active={tab}
        onChange={onTab}
        tabs={Object.entries(adminTabs).map(([id, { label, Content }]) => ({
          id,
          label: label(),
          content: id === tab && <Content onAddToMap={setStorePrefill} />,
        }))}
      />
      {storePrefill && <StoreDialog prefill={storePrefill} onClose={() => setStorePrefill(null)} />}
    </>
  );
}

type TabsState = ReturnType<typeof useTabs>;

/** The open tab, kept in the url, and functions to change it. */
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
      // On a phone the rows are below the window: without scrolling the tap would have no visible effect.
      requestAnimationFrame(() => {
        const opened = document.querySelector<HTMLElement>('.dashboard-tabs [aria-selected="true"]');
        opened?.focus({ preventScroll: true });
        opened?.closest('.dashboard-tabs')?.scrollIntoView();
      });
    });
  }
  return { tab, onTab, onList };
}

/** On a phone only an icon, because its label would push the heading to a second line. */
function StatsButton({ isOpen, onPress }: { isOpen: boolean; onPress: () => void }) {
  return (
    <Button
      size="small"
      variant="quiet"
      aria-expanded={isOpen}
      className="shrink-0 max-sm:w-11 max-sm:px-0 aria-expanded:bg-hoja aria-expanded:text-crema"
      onClick={onPress}
    >
      <AdminIcon name="chart" />
      <span className="max-sm:sr-only">{isOpen ? m.admin_numbers_close() : m.admin_numbers_open()}</span>
    </Button>
  );
}
