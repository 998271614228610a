import { type DrawingName, drawings } from '#brand/drawings.ts';

/** The product as the brand draws it; decorative. */
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
