import { useLocation } from 'wouter';
import * as m from '#messages';
import { pageContent, productAt } from '../../lib/catalogue.ts';
import { Container, Section } from '../../ui/layout.tsx';
import { StoryCards } from './story-card.tsx';

/** On a product's page: those of this document's stories that are about it. */
export default function ProductStories() {
  const [path] = useLocation();
  const id = productAt(path)?.id;
  const stories = pageContent().stories?.filter(({ product }) => product === id) ?? [];
  if (stories.length === 0) return null;
  return (
    <Section aria-labelledby="stories-heading" className="print:hidden">
      <Container>
        <h2 id="stories-heading" className="text-h2">
          {m.item_stories()}
        </h2>
        <StoryCards stories={stories} className="mt-7" />
      </Container>
    </Section>
  );
}
