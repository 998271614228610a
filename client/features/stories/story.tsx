import * as m from '#messages';
import { STORIES_PATH } from '#shared/content/page-address.ts';
import type { StoryPage } from '#shared/content/story-page.ts';
import { pageContent } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { Breadcrumb, breadcrumbStep } from '../../ui/breadcrumb.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Container } from '../../ui/layout.tsx';
import { Picture } from '../../ui/picture.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { StoryFacts } from './story-facts.tsx';

/** The story of this document. */
export default function Story() {
  const language = useLanguage();
  const story = pageContent().stories?.[0];
  if (!story?.text) return null;
  const { title, summary, picture, text } = story;
  return (
    <article>
      <Container className="pt-4 sm:pt-6">
        <Breadcrumb
          here={title[language]}
          steps={[
            <TextLink key="home" href="/" className={breadcrumbStep}>
              {m.breadcrumb_home()}
            </TextLink>,
            <a key="stories" href={STORIES_PATH} className={breadcrumbStep}>
              {m.footer_stories()}
            </a>,
          ]}
        />
        <div className="mt-3 grid items-center gap-x-14 gap-y-6 sm:mt-5 lg:grid-cols-[1fr_1.15fr]">
          <div className="max-lg:order-last">
            <StoryFacts story={story} />
            <h1 className="mt-4 text-h1">{title[language]}</h1>
            <p className="mt-5 max-w-prose text-lead">{summary[language]}</p>
          </div>
          {picture && (
            <div className="arch">
              <Picture
                name={picture}
                isFirst
                sizes="(min-width: 80rem) 42rem, (min-width: 64rem) 52vw, 92vw"
                className="aspect-[3/2] w-full object-cover lg:aspect-[5/4]"
              />
            </div>
          )}
        </div>
        <div className="written max-w-[44rem] pt-6 pb-section lg:pt-10">
          <RichText key={language} nodes={text.body[language]} />
        </div>
      </Container>
      {text.recipe && <Recipe recipe={text.recipe} />}
      <Container className="flex flex-wrap items-center gap-x-8 gap-y-3 py-section print:hidden">
        <ButtonLink href="/shop" size="large">
          {m.story_shop()}
        </ButtonLink>
        <a href={STORIES_PATH} className="link inline-flex min-h-11 items-center">
          {m.story_all()}
        </a>
      </Container>
    </article>
  );
}

/** Ingredients and steps, side by side if there is space. */
function Recipe({ recipe }: { recipe: NonNullable<NonNullable<StoryPage['text']>['recipe']> }) {
  const language = useLanguage();
  const { yields, ingredients, steps } = recipe;
  return (
    <div className="bg-tint py-section print:bg-white">
      <Container className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[1fr_1.5fr]">
        <section aria-labelledby="ingredients-heading" className="rounded-card bg-ground p-7 shadow-card sm:p-9">
          <h2 id="ingredients-heading" className="text-h2">
            {m.story_ingredients()}
          </h2>
          <p className="mt-2 font-semibold">{m.story_yields({ yields: yields[language] })}</p>
          <ul className="mt-4 divide-y divide-line">
            {ingredients[language].map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of a document stays the same, and two lines may be alike
              <li key={i} className="py-2.5">
                {line}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="steps-heading">
          <h2 id="steps-heading" className="text-h2">
            {m.story_steps()}
          </h2>
          <ol className="steps mt-6 grid gap-y-6">
            {steps[language].map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <li key={i} className="max-w-prose">
                {line}
              </li>
            ))}
          </ol>
        </section>
      </Container>
    </div>
  );
}
