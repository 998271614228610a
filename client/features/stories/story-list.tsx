import * as m from '#messages';
import type { StoryPage } from '#shared/content/story-page.ts';
import { pageContent } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { Container } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { StoryCard, StoryLink } from './story-card.tsx';
import { StoryFacts } from './story-facts.tsx';

/** All stories as cards; the newest one has the width of the page. */
export default function StoryList() {
  const [first, ...others] = pageContent().stories ?? [];
  return (
    <Container className="pt-[clamp(2rem,4vw,4rem)] pb-section">
      <div className="grid items-end gap-x-16 gap-y-4 lg:grid-cols-[1.2fr_1fr]">
        <h1 className="text-h1">{m.stories_heading()}</h1>
        <p className="max-w-prose text-lead lg:pb-1.5">{m.stories_text()}</p>
      </div>
      <ul className="mt-8 grid gap-x-8 gap-y-12 md:grid-cols-2 lg:gap-y-16">
        {first && <FirstCard story={first} />}
        {others.map((story) => (
          <StoryCard key={story.id} story={story} heading="h2" />
        ))}
      </ul>
    </Container>
  );
}

/** The words lie over the picture's lower left corner. */
function FirstCard({ story }: { story: StoryPage }) {
  const language = useLanguage();
  return (
    <li className="relative md:col-span-2 lg:mb-8">
      {story.picture && (
        <Picture
          name={story.picture}
          isFirst
          isDecorative
          sizes="(min-width: 80rem) 77rem, 92vw"
          className="aspect-[4/3] w-full rounded-card object-cover shadow-lift sm:aspect-[2/1]"
        />
      )}
      <div className="relative mx-4 -mt-10 rounded-card bg-ground p-6 shadow-card sm:p-8 lg:absolute lg:-bottom-8 lg:left-8 lg:m-0 lg:max-w-[27rem]">
        <StoryFacts story={story} isShort />
        <h2 className="mt-3 text-h2">
          <StoryLink story={story} />
        </h2>
        <p className="mt-3">{story.summary[language]}</p>
      </div>
    </li>
  );
}
