import { useEffect, useRef, useState } from 'react';
import * as m from '#messages';
import { dormantPart } from '../../lib/dormant-part.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dormant } from '../../ui/dormant.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Container, Section } from '../../ui/layout.tsx';
import { InquiryForm } from './inquiry-form.tsx';

/** Only to be read. */
const words = dormantPart(() => import('./inquiry-words.tsx'));

/** Heading, form, and the thanks that take the form's place once it is sent. */
export function InquirySection() {
  const [isSent, setSent] = useState(false);
  return (
    <Section id="inquiry" aria-labelledby="inquiry-heading" className="bg-rosa">
      <Container className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="lg:sticky lg:top-32 lg:self-start">
          <Dormant part={words} />
        </div>
        <Card className="sm:p-10">
          {isSent ? <Thanks onAnother={() => setSent(false)} /> : <InquiryForm onSent={() => setSent(true)} />}
        </Card>
      </Container>
    </Section>
  );
}

function Thanks({ onAnother }: { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone; whoever reads by ear hears what came instead.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-5 py-6">
      <span className="grid size-14 place-content-center rounded-full bg-hoja text-crema">
        <Icon name="check" className="size-7" />
      </span>
      <h3 ref={heading} tabIndex={-1} className="text-h3">
        {m.inquiry_thanks_title()}
      </h3>
      <p className="max-w-prose">{m.inquiry_thanks_text()}</p>
      <Button variant="quiet" onClick={onAnother}>
        {m.inquiry_another()}
      </Button>
    </div>
  );
}
