import * as m from '#messages';
import { Button } from '../../../../ui/button.tsx';
import { useChangeElsewhere } from '../../live/live-changes.ts';

const NOTICE = 'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-accent/30 px-4 py-2 font-semibold';

type Props = {
  /** The open record, and its displayed version. */
  id: string;
  version: number;
  /** Reads the record again; unsaved input stays. */
  onRead: () => void;
};

/** Says that an open record was changed in another tab or by another person; the content stays until it is pressed. */
export function ChangedNotice({ id, version, onRead }: Props) {
  return <ChangeNotice change={useChangeElsewhere(id, version)} onRead={onRead} />;
}

/** The same for a known change. */
export function ChangeNotice({ change, onRead }: { change: 'changed' | 'deleted' | null; onRead: () => void }) {
  return (
    <div role="status" className={change ? NOTICE : 'hidden'}>
      {change && (
        <>
          <p className="flex-1 basis-52">{change === 'deleted' ? m.admin_live_deleted() : m.admin_live_changed()}</p>
          {change === 'changed' && (
            <Button size="small" variant="quiet" onClick={onRead}>
              {m.admin_live_show()}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
