import * as m from '#messages';
import { Container, Section } from '../../ui/layout.tsx';

/** Three reasons to buy, about what the family never changes. */
export default function ProductReasons() {
  const reasons = [
    { title: m.about_value_quality_title(), text: m.about_value_quality_text() },
    { title: m.about_value_tradition_title(), text: m.about_value_tradition_text() },
    { title: m.about_value_local_title(), text: m.about_value_local_text() },
  ];
  return (
    <Section aria-labelledby="reasons-heading" className="on-dark bg-(--accent) text-ground print:hidden">
      <Container>
        <h2 id="reasons-heading" className="text-h2 text-ground">
          {m.about_values_heading()}
        </h2>
        <ul className="mt-7 grid gap-x-12 gap-y-7 md:grid-cols-3">
          {reasons.map(({ title, text }) => (
            <li key={title} className="border-t-2 border-ground/30 pt-4">
              <h3 className="text-h3 text-ground">{title}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ul>
      </Container>
    </Section>
  );
}
