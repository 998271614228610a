import * as m from '#messages';
import type { StoryPage } from '#shared/content/story-page.ts';
import { dayText } from '../../lib/day-text.ts';
import { useLanguage } from '../../lib/language.ts';
import { Badge } from '../../ui/badge.tsx';

/** A story's kind, a recipe's duration, and the day; if `isShort`, a recipe has no day. */
export function StoryFacts({ story, isShort = false }: { story: StoryPage; isShort?: boolean }) {
  const language = useLanguage();
  const { kind, publishedOn, minutes } = story;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.92rem] text-ink-soft">
      <Badge tone={kind === 'recipe' ? 'brand' : 'second'}>
        {kind === 'recipe' ? m.stories_recipe() : m.stories_news()}
      </Badge>
      {minutes !== null && <span>{minutes === 1 ? m.stories_minutes_one() : m.stories_minutes({ minutes })}</span>}
      {!(isShort && minutes !== null) && <time dateTime={publishedOn}>{dayText(publishedOn, language)}</time>}
    </p>
  );
}
