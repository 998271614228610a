import * as m from '#messages';
import { STORIES_PATH } from '#shared/content/page-address.ts';
import { pageContent } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { Breadcrumb, breadcrumbStep } from '../../ui/breadcrumb.tsx';
import { Container } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { StoryFacts } from './story-facts.tsx';

/** The picture of this document's story, as wide as the window allows, with the title over its lower edge. */
export default function StoryHead() {
  const language = useLanguage();
  const story = pageContent().stories?.[0];
  if (!story) return null;
  const { title, summary, picture } = story;
  return (
    <>
      <Container className="pt-2 pb-2 sm:pt-4">
        <Breadcrumb
          here={title[language]}
          steps={[
            <TextLink key="home" href="/" className={breadcrumbStep}>
              {m.breadcrumb_home()}
            </TextLink>,
            <a key="stories" href={STORIES_PATH} className={breadcrumbStep}>
              {m.stories_heading()}
            </a>,
          ]}
        />
      </Container>
      {picture && (
        <div className="mx-auto max-w-wide sm:px-gutter">
          <Picture
            name={picture}
            isFirst
            sizes="(min-width: 100rem) 92rem, 100vw"
            className="aspect-[4/3] w-full object-cover sm:aspect-[2/1] sm:rounded-card lg:aspect-[2.2/1]"
          />
        </div>
      )}
      <Container>
        <div className="relative -mx-gutter -mt-8 max-w-[48rem] rounded-card bg-ground px-gutter pt-6 sm:pt-8 lg:-mt-16">
          <StoryFacts story={story} />
          <h1 className="mt-3 text-h1">{title[language]}</h1>
          <p className="mt-4 max-w-prose text-lead">{summary[language]}</p>
        </div>
      </Container>
    </>
  );
}
