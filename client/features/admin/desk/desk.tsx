import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import * as m from '#messages';
import type { Summary } from '#shared/admin/admin.ts';
import { ADMIN_LOGIN_PATH, ADMIN_SCREEN_PATHS, adminScreenAt, isInDashboard } from '#shared/admin/paths.ts';
import type { Today } from '#shared/admin/today.ts';
import { setShopZone, shopZone } from '#shared/shipping/shop-zone.ts';
import { lazyImport } from '../../../lib/lazy/lazy-import.ts';
import { Container } from '../../../ui/layout.tsx';
import { Region } from '../../../ui/region.tsx';
import { adminKeys } from '../keys.ts';
import type { AdminScreen, StorePrefill, WaitingCounts } from '../kit/admin-screen.ts';
import { formatCount } from '../kit/format.ts';
import { lazyDialog, lazyPanel } from '../kit/lazy.tsx';
import { LoadError, PageLoading } from '../kit/load-states.tsx';
import { ScreenRowContext } from '../kit/open-row.ts';
import { useRole } from '../kit/role.tsx';
import { askToLeave } from '../kit/unsaved.ts';
import { useFacts } from '../publishing/reads.ts';
import { adminScreens, mayOpen } from '../screens.ts';
import { DeskHeader } from './desk-header.tsx';
import { useFind } from './find.tsx';
import { useOwnLanguage } from './own-language.ts';
import { Rail } from './rail.tsx';
import { rememberView, useAdminCheck } from './session.ts';
import { Shortcuts } from './shortcuts.tsx';
import { adminTabs } from './tabs.ts';
import { startTooltips } from './tooltips.ts';

const NewRows = lazyPanel(() => import('../live/new-rows.tsx'));
const OwnersScreen = lazyPanel(() => import('./owners-screen.tsx'));
const StoreDialog = lazyDialog(() => import('../store-locations/store-dialog.tsx'));

type Props = { toggle: ReactNode };

/** The frame of every screen. Shows no shop data before the session check has succeeded. */
export default function Desk({ toggle }: Props) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const check = useAdminCheck();
  const isAdmin = check.data?.isAdmin;
  const wasAdmin = useRef(false);
  useEffect(() => {
    if (isAdmin) wasAdmin.current = true;
    if (isAdmin !== false) return;
    // A logout forgets the view; an expired session stores it itself.
    if (!wasAdmin.current) rememberView();
    navigate(ADMIN_LOGIN_PATH, { replace: true });
  }, [isAdmin, navigate]);
  if (check.isError) {
    return (
      <Container className="py-section">
        <LoadError error={check.error} onRetry={check.refetch} />
      </Container>
    );
  }
  const at = adminScreenAt(path, new URLSearchParams(search).get('tab') ?? '');
  if (!isAdmin || !at) return <PageLoading label={m.admin_session_checking()} />;
  return <DeskOfAdmin toggle={toggle} {...at} />;
}

function DeskOfAdmin({ toggle, id, row }: Props & NonNullable<ReturnType<typeof adminScreenAt>>) {
  const screen = adminScreens[id];
  const [, navigate] = useLocation();
  const role = useRole();
  const find = useFind();
  const [storePrefill, setStorePrefill] = useState<StorePrefill | null>(null);
  const isTab = isInDashboard(id);
  const screenRow = useMemo(() => (isTab ? null : { path: ADMIN_SCREEN_PATHS[id], row }), [isTab, id, row]);
  const shown = isTab ? 'today' : id;
  const { Content } = adminScreens[shown];
  const counts = useCounts();
  const timeZone = useShopZone();
  useTitle(screen, counts);
  useOwnLanguage();
  useLive();
  useEffect(startTooltips, []);
  return (
    <ScreenRowContext value={screenRow}>
      <div className="desk-frame">
        <a href="#main" className="skip-link">
          {m.admin_skip()}
        </a>
        <Rail current={id} counts={counts} toggle={toggle} />
        <DeskHeader screen={screen} toggle={toggle} onFind={find.open} />
        <main id="main" tabIndex={-1} className="px-gutter pb-16">
          <Region key={`${shown} ${timeZone}`} name="screen">
            {mayOpen(role, { id, row }) ? (
              <Content
                onAddToMap={setStorePrefill}
                contentOf={(other) => (mayOpen(role, { id: other, row: '' }) ? adminScreens[other].Content : null)}
              />
            ) : (
              <OwnersScreen />
            )}
          </Region>
        </main>
      </div>
      {find.dialog}
      <Shortcuts />
      {!isTab && (
        <NewRows
          onShow={(tab, readAgain) =>
            askToLeave(() => {
              readAgain();
              navigate(ADMIN_SCREEN_PATHS[adminTabs[tab].screen]);
            })
          }
        />
      )}
      {storePrefill && <StoreDialog prefill={storePrefill} onClose={() => setStorePrefill(null)} />}
    </ScreenRowContext>
  );
}

function useCounts(): WaitingCounts | undefined {
  const { data: summary } = useQuery<Summary>({ queryKey: adminKeys.summary });
  const { data: today } = useQuery<Today>({ queryKey: adminKeys.today });
  return summary && today && { ...summary, ...today };
}

/** The browser tab's title has the screen and its waiting count: `(3) Orders`. */
function useTitle({ label, title = label, waiting }: AdminScreen, counts: WaitingCounts | undefined): void {
  const count = (counts && waiting?.(counts)) ?? 0;
  const text = count > 0 ? `(${formatCount(count)}) ${title()}` : title();
  useEffect(() => {
    document.title = text;
  }, [text]);
}

const live = lazyImport(() => import('../live/follow.ts'));

/** Follows changes in the shop as long as the dashboard is open. */
function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    live.load().then(
      ({ followChanges }) => {
        if (!isOver) stop = followChanges(client);
      },
      () => {},
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [client]);
}

/**
 * The time zone of the published facts, which this document uses for days from now on.
 *
 * @returns the zone; days on the screen must be rendered again when it changes
 */
function useShopZone(): string {
  const { data } = useFacts();
  if (data) setShopZone(data.published.timeZone);
  return shopZone();
}
