import * as m from '#messages';
import { ContentPanel } from '../content-panel.tsx';
import { usePictureSlots } from './api.ts';

/** The number of pictures on the pages, and a button to them. */
export function PictureSlotsPanel({ onOpen }: { onOpen: () => void }) {
  const { data, ...query } = usePictureSlots();
  return (
    <ContentPanel
      title={m.admin_places_title()}
      open={m.admin_places_open()}
      query={{ ...query, data: data && { count: data.length, changed: data.flatMap(({ changed }) => changed) } }}
      rows={1}
      summaryOf={({ count }) => m.admin_places_count({ count })}
      onOpen={onOpen}
    />
  );
}
