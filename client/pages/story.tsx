import * as m from '#messages';
import { pageContent } from '../lib/catalogue.ts';
import { getLanguage } from '../lib/language.ts';
import { staticIsland } from '../lib/lazy/static-island.tsx';

const Story = staticIsland(() => import('../features/stories/story.tsx'));

/** Its document has no other one. */
const ownStory = () => pageContent().stories?.[0];

export const head = {
  title: () => m.story_title({ name: ownStory()?.title[getLanguage()] ?? '' }),
  description: () => ownStory()?.summary[getLanguage()] ?? '',
};

/** One story. Another one is another document. */
export default function StoryRoute() {
  return <Story />;
}
