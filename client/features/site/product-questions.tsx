import * as m from '#messages';
import { Container, Section } from '../../ui/layout.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { questions } from './faq.ts';

/** Questions and answers; pressing a question shows its answer. */
export default function Questions({ className = '' }: { className?: string }) {
  const all = questions();
  if (all.length === 0) return null;
  return (
    <Section aria-labelledby="faq-heading" className={`${className} print:hidden`}>
      <Container className="grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_1.7fr]">
        <h2 id="faq-heading" className="text-h2">
          {m.product_faq_heading()}
        </h2>
        <div className="divide-y-2 divide-line border-y-2 border-line">
          {all.map(({ question, answer }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of a document stays the same, and two may ask the same
            <details key={i} className="faq">
              <summary className="flex min-h-14 items-center justify-between gap-4 py-4 text-[1.1rem] font-semibold">
                {question}
              </summary>
              <p className="max-w-[44rem] pb-6">{unbroken(answer)}</p>
            </details>
          ))}
        </div>
      </Container>
    </Section>
  );
}
