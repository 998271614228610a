import { useLocation } from 'wouter';
import * as m from '#messages';
import { ADMIN_SCREEN_PATHS } from '#shared/admin/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { formatCount } from '../kit/format.ts';
import { useUnpublished } from './api.ts';

const BAR =
  'noticed mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-accent py-2 pr-2 pl-4';

/** The number of unpublished changes, with a link to review and publish them. */
export function PublishBar() {
  const [, navigate] = useLocation();
  const count = useUnpublished().data?.length ?? 0;
  return (
    <div role="status" className={count > 0 ? BAR : undefined}>
      {count > 0 && (
        <>
          <p className="font-semibold">{unpublishedText(count)}</p>
          <Button size="small" onClick={() => navigate(ADMIN_SCREEN_PATHS.site)}>
            {m.admin_publish_look()}
          </Button>
        </>
      )}
    </div>
  );
}

export const unpublishedText = (count: number): string =>
  count === 1 ? m.admin_unpublished_one() : m.admin_unpublished_many({ count: formatCount(count) });
