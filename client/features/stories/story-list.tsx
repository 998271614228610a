import * as m from '#messages';
import { storyPath } from '#shared/content/page-address.ts';
import type { StoryPage } from '#shared/content/story-page.ts';
import { pageContent } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { Container } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { StoryFacts } from './story-facts.tsx';

/** All stories as cards; the newest one is larger. */
export default function StoryList() {
  const [first, ...others] = pageContent().stories ?? [];
  return (
    <Container className="py-section">
      <h1 className="text-h1">{m.stories_heading()}</h1>
      <p className="mt-5 max-w-prose text-lead">{m.stories_text()}</p>
      <ul className="mt-10 grid gap-x-10 gap-y-12 md:grid-cols-2 lg:gap-y-16">
        {first && <FirstCard story={first} />}
        {others.map((story) => (
          <Card key={story.id} story={story} />
        ))}
      </ul>
    </Container>
  );
}

function FirstCard({ story }: { story: StoryPage }) {
  return (
    <li className="relative grid items-center gap-x-14 gap-y-6 md:col-span-2 lg:grid-cols-[1.25fr_1fr]">
      {story.picture && (
        <div className="overflow-hidden rounded-card shadow-card">
          <Picture
            name={story.picture}
            isFirst
            isDecorative
            sizes="(min-width: 80rem) 44rem, (min-width: 64rem) 55vw, 92vw"
            className="aspect-[3/2] w-full object-cover"
          />
        </div>
      )}
      <Words story={story} className="text-h1" />
    </li>
  );
}

function Card({ story }: { story: StoryPage }) {
  return (
    <li className="relative">
      {story.picture && (
        <div className="mb-5 overflow-hidden rounded-card">
          <Picture
            name={story.picture}
            isDecorative
            sizes="(min-width: 80rem) 38rem, (min-width: 48rem) 46vw, 92vw"
            className="aspect-[3/2] w-full object-cover"
          />
        </div>
      )}
      <Words story={story} className="text-h2" />
    </li>
  );
}

/** The link covers the whole card. */
function Words({ story, className }: { story: StoryPage; className: string }) {
  const language = useLanguage();
  return (
    <div>
      <StoryFacts story={story} />
      <h2 className={`mt-3 ${className}`}>
        <a
          href={storyPath(story, language)}
          className="decoration-2 underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {story.title[language]}
        </a>
      </h2>
      <p className="mt-3 max-w-prose">{story.summary[language]}</p>
    </div>
  );
}
