import type { ReactNode } from 'react';

/** Colours of a badge, and of a control in its place. */
export const toneClasses = {
  yellow: 'bg-[#fbe7bd] text-[#5c3b00] border-accent',
  blue: 'bg-[#d9e8f5] text-[#173f63] border-[#7fb0d8]',
  purple: 'bg-[#eadff5] text-[#4b2570] border-[#b393d6]',
  green: 'bg-[#d7ebe1] text-second-dark border-[#7fb8a0]',
  red: 'bg-[#fbdbd9] text-brand-dark border-[#dd8a92]',
  accent: 'bg-accent text-ink border-accent',
  second: 'bg-second text-ground border-second',
  brand: 'bg-brand text-ground border-brand',
};
export type BadgeTone = keyof typeof toneClasses;
export const BADGE_TONES = /* @__PURE__ */ Object.keys(toneClasses) as BadgeTone[];

/** A word on a coloured label. The colour itself carries no information. */
export function Badge({
  tone,
  className = '',
  children,
}: {
  tone: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      data-tone={tone}
      className={`inline-flex items-center rounded-full border px-2.5 py-0.5 text-[0.8rem] font-semibold leading-snug sm:whitespace-nowrap ${toneClasses[tone]} ${className}`}
    >
      {children}
    </span>
  );
}
