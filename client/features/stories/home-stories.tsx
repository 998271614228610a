import * as m from '#messages';
import { STORIES_PATH } from '#shared/content/page-address.ts';
import { pageContent } from '../../lib/catalogue.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Container, Section } from '../../ui/layout.tsx';
import { StoryCards } from './story-card.tsx';

const SHOWN = 3;

/** On the home page: the newest stories, and the link to all. They are separate documents, so nothing is preloaded. */
export default function HomeStories() {
  const { stories } = pageContent();
  if (!stories) return null;
  return (
    <Section aria-labelledby="stories-heading">
      <Container>
        <div className="flex flex-wrap items-end justify-between gap-x-16 gap-y-5">
          <div>
            <h2 id="stories-heading" className="text-h2">
              {m.stories_heading()}
            </h2>
            <p className="mt-3 max-w-prose text-lead">{m.stories_text()}</p>
          </div>
          <a href={STORIES_PATH} className={buttonClass({ variant: 'quiet' })}>
            {m.home_stories_more()}
          </a>
        </div>
        <StoryCards stories={stories.slice(0, SHOWN)} className="mt-9" />
      </Container>
    </Section>
  );
}
