import { LineDrawing } from '../../ui/icons.tsx';

const paths = {
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  pencil: 'M4 20l1-4L16 5l3 3L8 19l-4 1zM14 7l3 3',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  print: 'M7 9V3h10v6M7 17H4v-7h16v7h-3M7 14h10v7H7z',
  checklist: 'M3 6l1.5 1.5L7.5 4.5M3 12.5L4.5 14l3-3M3 19l1.5 1.5 3-3M11 6.5h10M11 13h10M11 19.5h10',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3L20.5 20.5',
  chart: 'M4 4v16h16M8 16v-4M12.5 16V8M17 16v-6',
  truck:
    'M3 6h11v10H3zM14 9h4l3 4v3h-7zM7 19a1.8 1.8 0 1 0 0-3.6A1.8 1.8 0 0 0 7 19zM17 19a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
} as const;

export const ADMIN_ICON_NAMES = /* @__PURE__ */ Object.keys(paths) as (keyof typeof paths)[];

/** Icons that only the admin needs; the control's label says what they mean. */
export function AdminIcon({ name, className }: { name: keyof typeof paths; className?: string }) {
  return <LineDrawing path={paths[name]} className={className} />;
}
