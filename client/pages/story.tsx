import * as m from '#messages';
import { AddArea } from '../features/cart/add-area.tsx';
import { pageContent } from '../lib/catalogue.ts';
import { getLanguage } from '../lib/language.ts';
import { staticIsland } from '../lib/lazy/static-island.tsx';
import { Container } from '../ui/layout.tsx';

const Head = staticIsland(() => import('../features/stories/story-head.tsx'));
const Text = staticIsland(() => import('../features/stories/story-text.tsx'), { className: 'written max-w-[42rem]' });
const Product = staticIsland(() => import('../features/cart/story-product.tsx'));
const More = staticIsland(() => import('../features/stories/story-more.tsx'));

/** The document contains only its own story. */
const ownStory = () => pageContent().stories?.[0];

export const head = {
  title: () => m.story_title({ name: ownStory()?.title[getLanguage()] ?? '' }),
  description: () => ownStory()?.summary[getLanguage()] ?? '',
};

/** One story. Each story is a separate document. */
export default function StoryRoute() {
  return (
    <article>
      <Head />
      <Container className="grid justify-between gap-x-10 gap-y-12 pt-4 pb-section md:grid-cols-[minmax(0,42rem)_minmax(18rem,24rem)] lg:gap-x-16 lg:pt-6">
        <Text />
        <AddArea className="self-start md:sticky md:top-28">
          <Product />
        </AddArea>
      </Container>
      <More />
    </article>
  );
}
