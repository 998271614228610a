import * as m from '#messages';
import type { AdminStory } from '#shared/content/stories.ts';
import { ContentPanel } from '../content-panel.tsx';
import { useStories } from './api.ts';

/** The number of stories, and a button to them. */
export function StoriesPanel({ onOpen }: { onOpen: () => void }) {
  const { data, ...query } = useStories();
  return (
    <ContentPanel
      title={m.admin_stories_title()}
      open={m.admin_stories_open()}
      query={{ ...query, data: data && { stories: data, changed: data.filter(isWaiting) } }}
      rows={1}
      summaryOf={({ stories }) => {
        const live = stories.filter(({ shown }) => shown === 'live').length;
        return m.admin_stories_count({ live, others: stories.length - live });
      }}
      onOpen={onOpen}
    />
  );
}

/** An unpublished draft does not wait for anybody. */
const isWaiting = ({ shown, changed }: AdminStory) => shown !== null && changed.length > 0;
