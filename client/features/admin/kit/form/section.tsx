import { type ReactNode, useId } from 'react';

type Props = { title: string; hint?: ReactNode; children: ReactNode };

/** A section of a long form. */
export function FormSection({ title, hint, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="form-section">
      <h3 id={id}>{title}</h3>
      {hint && <p className="mt-1 text-ink-soft">{hint}</p>}
      <div className="mt-4 grid gap-5">{children}</div>
    </section>
  );
}
