import * as m from '#messages';
import { staticIsland } from '../lib/lazy/static-island.tsx';

const StoryList = staticIsland(() => import('../features/stories/story-list.tsx'));

export const head = { title: m.stories_title, description: m.stories_description };

/** All stories, newest first. */
export default function StoriesPage() {
  return <StoryList />;
}
