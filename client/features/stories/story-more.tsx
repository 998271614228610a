import * as m from '#messages';
import { STORIES_PATH } from '#shared/content/page-address.ts';
import type { StoryPage } from '#shared/content/story-page.ts';
import { pageContent } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Container } from '../../ui/layout.tsx';
import { StoryCards } from './story-card.tsx';

/** Below the text of this document's story: its recipe, other stories, and links to the shop and to all stories. */
export default function StoryMore() {
  const [story, ...others] = pageContent().stories ?? [];
  return (
    <>
      {story?.text?.recipe && <Recipe recipe={story.text.recipe} />}
      <Container className="py-section print:hidden">
        {others.length > 0 && (
          <section aria-labelledby="more-heading" className="mb-14">
            <h2 id="more-heading" className="text-h2">
              {m.story_more()}
            </h2>
            <StoryCards stories={others} className="mt-8" />
          </section>
        )}
        <p className="flex flex-wrap items-center gap-x-8 gap-y-3">
          <ButtonLink href="/shop" size="large">
            {m.story_shop()}
          </ButtonLink>
          <a href={STORIES_PATH} className="link inline-flex min-h-11 items-center">
            {m.story_all()}
          </a>
        </p>
      </Container>
    </>
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
