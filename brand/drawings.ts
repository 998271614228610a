import type { Drawings } from '#shared/core/brand-types.ts';

/** Crackers and their filling. */
function sandwich(layers: number, filling: string, shine: string): Drawings[string] {
  const step = 48;
  const fillings = Array.from({ length: layers }, (_, i) => {
    const top = i * step;
    return `<g stroke="none"><rect x="14" y="${28 + top}" width="172" height="32" rx="9" fill="${filling}"/><rect x="28" y="${34 + top}" width="96" height="5" rx="2.5" fill="${shine}"/></g>`;
  });
  const crackers = Array.from(
    { length: layers + 1 },
    (_, i) =>
      `<g transform="translate(0 ${8 + i * step})"><rect x="4" width="192" height="24" rx="12" fill="var(--color-accent)"/><path d="M20 9h160" stroke="var(--color-ground)" stroke-opacity=".7" stroke-width="4"/><path d="M40 16h.1M72 16h.1M104 16h.1M136 16h.1M168 16h.1" stroke="var(--color-accent-dark)" stroke-width="5"/></g>`,
  );
  return {
    viewBox: `0 0 200 ${44 + layers * step}`,
    shapes: `<g stroke-linecap="round">${[...fillings, ...crackers].join('')}</g>`,
  };
}

export const drawings = {
  /** On the wholesale page. */
  product: sandwich(2, 'var(--color-brand)', 'var(--color-tint)'),
  mango: sandwich(1, '#f08a24', '#ffd27a'),
  pineapple: sandwich(1, '#f6cf3f', '#fff3b8'),
} as const satisfies Drawings;
export type DrawingName = keyof typeof drawings;
