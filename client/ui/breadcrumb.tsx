import type { ReactNode } from 'react';
import * as m from '#messages';

type Props = {
  /** Links to the pages above, the home page first. */
  steps: readonly ReactNode[];
  /** The name of this page. */
  here: string | undefined;
};

export const breadcrumbStep = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline';

export function Breadcrumb({ steps, here }: Props) {
  return (
    <nav aria-label={m.item_breadcrumb()} className="print:hidden">
      <ol className="flex flex-wrap items-center gap-x-2 text-[0.92rem] text-ink-soft">
        {steps.map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the way to a page is always the same
          <li key={i} className={i === 0 ? undefined : "flex items-center gap-x-2 before:content-['/']"}>
            {step}
          </li>
        ))}
        {/* On a phone the heading right below repeats it. */}
        <li className="flex min-w-0 items-center gap-x-2 max-sm:hidden before:content-['/']">
          <span aria-current="page" className="min-w-0 font-semibold text-ink">
            {here}
          </span>
        </li>
      </ol>
    </nav>
  );
}
