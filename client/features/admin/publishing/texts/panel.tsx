import { useId } from 'react';
import { Link } from 'wouter';
import * as m from '#messages';
import { TEXTS_PATH } from './words.ts';

/** Leads to the list of all sentences. */
export function TextsPanel() {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel">
      <h2 id={id}>{m.admin_texts_title()}</h2>
      <p className="text-ink-soft">{m.admin_texts_text()}</p>
      <Link href={TEXTS_PATH} className="text-button justify-self-start">
        {m.admin_texts_open()}
      </Link>
    </section>
  );
}
