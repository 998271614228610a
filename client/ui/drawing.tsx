import { type DrawingName, drawings } from '#brand/drawings.ts';

/** A decorative drawing of the product from the brand. */
export function Drawing({ name, className }: { name: DrawingName; className: string }) {
  const { viewBox, shapes } = drawings[name];
  return (
    <svg
      viewBox={viewBox}
      aria-hidden="true"
      className={`h-auto ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's own file, part of the build
      dangerouslySetInnerHTML={{ __html: shapes }}
    />
  );
}
