import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { AdminIcon } from '../kit/admin-icons.tsx';
import { useUrlState } from '../kit/url-state.ts';

/** Opens the stats above the dashboard's cards. On a phone only an icon, so that the heading fits on one line. */
export function StatsButton() {
  const url = useUrlState();
  const isOpen = url.get('numbers') !== '';
  return (
    <Button
      size="small"
      variant="quiet"
      aria-expanded={isOpen}
      className="shrink-0 max-sm:w-11 max-sm:px-0 aria-expanded:bg-second aria-expanded:text-ground"
      onClick={() => url.set({ numbers: isOpen ? null : '30d' })}
    >
      <AdminIcon name="chart" />
      <span className="max-sm:sr-only">{isOpen ? m.admin_stats_close() : m.admin_stats_open()}</span>
    </Button>
  );
}
