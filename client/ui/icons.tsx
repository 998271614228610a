/** Small icons in the text's colour; the text beside them carries the meaning. */
const paths = {
  menu: 'M3 7h18M3 12h18M3 17h18',
  close: 'M5 5l14 14M19 5L5 19',
  check: 'M4 12.5l5 5L20 6.5',
  alert: 'M12 4v10M12 18.5v.5',
  arrow: 'M4 12h15M13 6l6 6-6 6',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  phone: 'M6 3h4l2 5-3 2a12 12 0 0 0 5 5l2-3 5 2v4a2 2 0 0 1-2 2A17 17 0 0 1 4 5a2 2 0 0 1 2-2z',
  pin: 'M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  bag: 'M5.5 8h13l1 12.5h-15zM9 11V7a3 3 0 0 1 6 0v4',
  instagram:
    'M7.5 3h9A4.5 4.5 0 0 1 21 7.5v9a4.5 4.5 0 0 1-4.5 4.5h-9A4.5 4.5 0 0 1 3 16.5v-9A4.5 4.5 0 0 1 7.5 3zM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM17 7h.01',
  tiktok: 'M13 3v12.5a3.5 3.5 0 1 1-3.5-3.5M13 3c.3 2.8 2.2 4.8 5 5',
} as const;

export type IconName = keyof typeof paths;
export const ICON_NAMES = /* @__PURE__ */ Object.keys(paths) as IconName[];

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <LineDrawing path={paths[name]} className={className} />;
}

/** A path on a 24 by 24 grid in the icons' style; used for other drawings too. */
export function LineDrawing({ path, className = 'size-5' }: { path: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <path d={path} />
    </svg>
  );
}
