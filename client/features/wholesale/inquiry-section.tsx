import { useState } from 'react';
import { staticIsland } from '../../lib/lazy/static-island.tsx';
import { Card } from '../../ui/card.tsx';
import { Container, Section } from '../../ui/layout.tsx';
import { InquiryForm, thanks } from './inquiry-form.tsx';

const Heading = staticIsland(() => import('./inquiry-heading.tsx'));

/** Heading and form; after sending, the thanks replace the form. */
export function InquirySection() {
  const [isSent, setSent] = useState(false);
  const Thanks = isSent && thanks.loaded()?.Thanks;
  return (
    <Section id="inquiry" aria-labelledby="inquiry-heading" className="bg-tint">
      <Container className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <Heading />
        <Card className="sm:p-10">
          {Thanks ? <Thanks onAnother={() => setSent(false)} /> : <InquiryForm onSent={() => setSent(true)} />}
        </Card>
      </Container>
    </Section>
  );
}
