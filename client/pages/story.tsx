import * as m from '#messages';
import { pageContent } from '../lib/catalogue.ts';
import { getLanguage } from '../lib/language.ts';
import { staticIsland } from '../lib/lazy/static-island.tsx';

const Story = staticIsland(() => import('../features/stories/story.tsx'));

/** The document contains only its own story. */
const ownStory = () => pageContent().stories?.[0];

export const head = {
  title: () => m.story_title({ name: ownStory()?.title[getLanguage()] ?? '' }),
  description: () => ownStory()?.summary[getLanguage()] ?? '',
};

/** One story. Each story is a separate document. */
export default function StoryRoute() {
  return <Story />;
}
