import { useEffect, useRef } from 'react';
import * as m from '#messages';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { toast } from '../../ui/toast.ts';
import { unbroken } from '../../ui/unbroken.tsx';

export function raiseThanks(): void {
  toast({ title: m.inquiry_thanks_title, description: m.inquiry_thanks_text });
}

/** Replaces the form after the inquiry is sent. */
export function Thanks({ onAnother }: { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused form is gone; focusing the heading makes a screen reader read the thanks.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-5 py-6">
      <span className="grid size-14 place-content-center rounded-full bg-second text-ground">
        <Icon name="check" className="size-7" />
      </span>
      <h3 ref={heading} tabIndex={-1} className="text-h3">
        {m.inquiry_thanks_title()}
      </h3>
      <p className="max-w-prose">{unbroken(m.inquiry_thanks_text())}</p>
      <Button variant="quiet" onClick={onAnother}>
        {m.inquiry_another()}
      </Button>
    </div>
  );
}
