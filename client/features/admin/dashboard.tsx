import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import * as m from '#messages';
import { Button } from '../../ui/button.tsx';
import { Container } from '../../ui/layout.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useAddress } from './address.ts';
import { AdminIcon } from './admin-icons.tsx';
import { DashboardHeader } from './dashboard-header.tsx';
import { lazyDialog, lazyPanel } from './lazy.tsx';
import { LoadError, PageLoading, Skeleton } from './load-states.tsx';
import { NewRows } from './new-rows.tsx';
import { SETUP_SCREEN } from './screen.ts';
import { LOGIN_PATH, rememberView, useAdminCheck } from './session.ts';
import type { StorePrefill } from './store-prefill.ts';
import { SummaryCards } from './summary-cards.tsx';
import { startTooltips } from './tooltips.ts';
import { askToLeave } from './unsaved.ts';

const WholesalersTab = lazyPanel(() => import('./wholesalers/wholesalers-tab.tsx'), <Skeleton />);
const OrdersTab = lazyPanel(() => import('./orders/orders-tab.tsx'), <Skeleton />);
const EmailsTab = lazyPanel(() => import('./email-templates/emails-tab.tsx'), <Skeleton />);
const StoresTab = lazyPanel(() => import('./store-locations/stores-tab.tsx'), <Skeleton />);
const StoreDialog = lazyDialog(() => import('./store-locations/store-dialog.tsx'));
const NumbersPanel = lazyPanel(() => import('./numbers/numbers-panel.tsx'), <Skeleton rows={1} className="h-80" />);
const SetupScreen = lazyPanel(() => import('./setup/setup-screen.tsx'), <Skeleton />);
const AnomalyBanner = lazyPanel(() => import('./anomalies/anomaly-banner.tsx'));

const TABS = ['wholesalers', 'orders', 'emails', 'stores'] as const;
/** What belongs to a tab and is left behind with it. */
const TAB_STATE = { q: null, status: null, sort: null, open: null, view: null, template: null, language: null };
/** Of that, what a tab has again when one comes back to it. */
const TAB_FILTERS = ['q', 'status', 'sort', 'view'] as const;

/** Shows nothing of the shop before the check has said that this is the admin. */
export default function Dashboard({ toggle }: { toggle: ReactNode }) {
  const [, navigate] = useLocation();
  const check = useAdminCheck();
  const isAdmin = check.data?.isAdmin;
  const wasAdmin = useRef(false);
  useEffect(() => {
    if (isAdmin) wasAdmin.current = true;
    if (isAdmin !== false) return;
    // After a logout there is nothing to come back to; a session that ended keeps its view by itself.
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
  const address = useAddress();
  const [storePrefill, setStorePrefill] = useState<StorePrefill | null>(null);
  const tab = TABS.find((each) => each === address.get('tab')) ?? 'orders';
  /** The filters of each tab as it was left. */
  const left = useRef<Record<string, Record<string, string>>>({});
  const showsNumbers = address.get('numbers') !== '';
  useEffect(startTooltips, []);
  // The stable address of an order, which mails have: `?order=` and its id.
  const { set } = address;
  const linkedOrder = address.get('order');
  useEffect(() => {
    if (linkedOrder)
      set({ ...TAB_STATE, screen: null, order: null, tab: 'orders', open: linkedOrder }, { replace: true });
  }, [linkedOrder, set]);

  if (address.get('screen') === SETUP_SCREEN) {
    return (
      <>
        <DashboardHeader toggle={toggle} />
        <main id="main" tabIndex={-1} className="dashboard-frame mx-auto w-full max-w-wide px-gutter pt-8 pb-24">
          <SetupScreen onBack={() => address.set({ screen: null })} />
        </main>
      </>
    );
  }

  function onTab(next: string) {
    if (next === tab) return;
    askToLeave(() => {
      left.current[tab] = Object.fromEntries(TAB_FILTERS.map((name) => [name, address.get(name)]));
      address.set({ ...TAB_STATE, ...left.current[next], tab: next });
    });
  }
  function onList(next: (typeof TABS)[number], status: string, readAgain?: () => void) {
    askToLeave(() => {
      readAgain?.();
      address.set({ ...TAB_STATE, tab: next, status });
      // On a phone the rows lie below the window: without this the tap would seem to do nothing.
      requestAnimationFrame(() => {
        const opened = document.querySelector<HTMLElement>('.dashboard-tabs [aria-selected="true"]');
        opened?.focus({ preventScroll: true });
        opened?.closest('.dashboard-tabs')?.scrollIntoView();
      });
    });
  }
  const content = (id: (typeof TABS)[number], node: ReactNode) => (tab === id ? node : null);

  return (
    <>
      <DashboardHeader toggle={toggle} />
      <main
        id="main"
        tabIndex={-1}
        className="dashboard-frame mx-auto w-full max-w-wide px-gutter pt-1.5 pb-24 lg:pt-3"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h1 className="text-[1.15rem] sm:text-h3 lg:text-[2rem]">{m.admin_dashboard_heading()}</h1>
          <NumbersButton isOpen={showsNumbers} onPress={() => address.set({ numbers: showsNumbers ? null : '30d' })} />
        </div>
        <AnomalyBanner />
        <SummaryCards onList={onList} />
        {showsNumbers && <NumbersPanel />}
        <Tabs
          className="dashboard-tabs mt-1 lg:mt-3"
          label={m.admin_tabs_label()}
          active={tab}
          onChange={onTab}
          tabs={[
            {
              id: 'wholesalers',
              label: m.admin_tab_wholesalers(),
              content: content('wholesalers', <WholesalersTab onAddToMap={setStorePrefill} />),
            },
            { id: 'orders', label: m.admin_tab_orders(), content: content('orders', <OrdersTab />) },
            { id: 'emails', label: m.admin_tab_emails(), content: content('emails', <EmailsTab />) },
            { id: 'stores', label: m.admin_tab_stores(), content: content('stores', <StoresTab />) },
          ]}
        />
      </main>
      <NewRows onShow={(next, readAgain) => onList(next, '', readAgain)} />
      {storePrefill && <StoreDialog prefill={storePrefill} onClose={() => setStorePrefill(null)} />}
    </>
  );
}

/** A drawing alone on a phone, where its words would push the heading to a second line. */
function NumbersButton({ isOpen, onPress }: { isOpen: boolean; onPress: () => void }) {
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
