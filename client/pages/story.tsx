import { useLocation } from 'wouter';
import * as m from '#messages';
import { storyAt } from '../lib/catalogue.ts';
import { getLanguage } from '../lib/language.ts';
import { staticIsland } from '../lib/lazy/static-island.tsx';
import { shorten } from '../lib/shorten.ts';
import { useOwnAddress } from '../lib/use-own-address.ts';

const Story = staticIsland(() => import('../features/stories/story.tsx'));

export const head = (path: string) => {
  const story = storyAt(path);
  return {
    title: () => m.story_title({ name: story?.title[getLanguage()] ?? '' }),
    description: () => shorten(story?.summary[getLanguage()] ?? ''),
  };
};

/** One story. Another one is another document. */
export default function StoryRoute() {
  const [path] = useLocation();
  useOwnAddress(path);
  return <Story />;
}
