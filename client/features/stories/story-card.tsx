import { storyPath } from '#shared/content/page-address.ts';
import type { StoryPage } from '#shared/content/story-page.ts';
import { useLanguage } from '../../lib/language.ts';
import { Picture } from '../../ui/picture.tsx';
import { StoryFacts } from './story-facts.tsx';

/** At most three cards in a row; in narrow windows the first one is above the others, which are smaller. */
export function StoryCards({ stories, className = '' }: { stories: readonly StoryPage[]; className?: string }) {
  return (
    <ul
      className={`grid gap-x-6 gap-y-7 md:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] lg:gap-x-8 print:hidden ${className}`}
    >
      {stories.map((story, i) => (
        <StoryCard key={story.id} story={story} isSmall={i > 0} />
      ))}
    </ul>
  );
}

type Props = {
  story: StoryPage;
  heading?: 'h2' | 'h3';
  /** In narrow windows the card has no summary, and the picture is beside the text. */
  isSmall?: boolean;
};

/** A story's picture, facts, title and summary. The link covers the whole card. */
export function StoryCard({ story, heading: Heading = 'h3', isSmall = false }: Props) {
  const language = useLanguage();
  const beside =
    'max-md:grid max-md:grid-cols-[minmax(min(6rem,30%),2fr)_minmax(0,3fr)] max-md:items-center max-md:gap-x-4';
  return (
    <li className={`group relative max-w-[40rem] ${isSmall ? beside : ''}`}>
      <div className="self-start overflow-hidden rounded-card shadow-card">
        {story.picture && (
          <Picture
            name={story.picture}
            isDecorative
            sizes="(min-width: 80rem) 25rem, (min-width: 48rem) 46vw, 92vw"
            className="aspect-[4/3] w-full object-cover transition-transform duration-300 motion-safe:group-hover:scale-[1.03]"
          />
        )}
      </div>
      <div className={isSmall ? 'md:pt-4' : 'pt-4'}>
        <StoryFacts story={story} isShort />
        <Heading className={`mt-2 ${Heading === 'h2' ? 'text-h2' : 'text-h3'}`}>
          <StoryLink story={story} />
        </Heading>
        <p className={`mt-2 leading-normal ${isSmall ? 'max-md:hidden' : ''}`}>{story.summary[language]}</p>
      </div>
    </li>
  );
}

/** A story's title, as a link that covers its card. */
export function StoryLink({ story }: { story: StoryPage }) {
  const language = useLanguage();
  return (
    <a
      href={storyPath(story, language)}
      className="decoration-2 underline-offset-4 after:absolute after:inset-0 hover:underline"
    >
      {story.title[language]}
    </a>
  );
}
