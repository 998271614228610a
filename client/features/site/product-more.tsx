import { comingSoon } from '#brand/coming-soon.ts';
import * as m from '#messages';
import { sentence } from '../../lib/catalogue.ts';
import { useLanguage } from '../../lib/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Container, Section } from '../../ui/layout.tsx';
import Questions from './product-questions.tsx';

/** The end of the product page: upcoming flavours, and questions. */
export default function ProductMore() {
  return (
    <>
      <ComingSoon />
      <Questions className={comingSoon.length > 0 ? 'pt-0' : ''} />
    </>
  );
}

/** Layout by the number of sizes; the first of two is larger. */
const COLUMNS = ['', '', 'md:grid-cols-[1.15fr_1fr]', 'lg:grid-cols-3', 'md:grid-cols-2'];

function ComingSoon() {
  const language = useLanguage();
  if (comingSoon.length === 0) return null;
  return (
    <Section aria-labelledby="soon-heading" className="print:hidden">
      <Container>
        <h2 id="soon-heading" className="text-h2 md:text-right">
          {m.product_soon_heading()}
        </h2>
        <ul className={`mt-8 grid gap-6 lg:mt-4 ${COLUMNS[comingSoon.length] ?? 'md:grid-cols-2'}`}>
          {comingSoon.map(({ name, text, ground, drawing }) => (
            <li
              key={name.en}
              className="reveal overflow-hidden rounded-card"
              style={{ backgroundColor: `var(--color-${ground})` }}
            >
              <div className="flex min-h-full flex-wrap items-end justify-between gap-6 p-7 sm:p-9 max-md:flex-nowrap max-sm:flex-wrap lg:flex-nowrap">
                <div className="max-w-[22rem] max-sm:min-w-0">
                  <Badge tone="brand">{m.product_soon_badge()}</Badge>
                  <h3 className="mt-4 text-h1 text-ink lg:text-h2">{sentence(name, language)}</h3>
                  <p className="mt-3">{sentence(text, language)}</p>
                </div>
                <Drawing
                  name={drawing}
                  className="mr-2 w-[min(11rem,60%)] shrink-0 rotate-6 max-sm:ml-auto md:max-lg:ml-auto lg:w-24 xl:w-44"
                />
              </div>
            </li>
          ))}
        </ul>
      </Container>
    </Section>
  );
}
