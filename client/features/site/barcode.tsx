import { EAN13_MODULES, ean13Paths } from '#shared/catalogue/ean13.ts';

const HEIGHT = 60;

/** An EAN-13 barcode on white with its quiet zones. The number is printed beside it as text. */
export function Barcode({ gtin, className = '' }: { gtin: string; className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${EAN13_MODULES} ${HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
      className={`barcode bg-white fill-black ${className}`}
    >
      {ean13Paths(gtin, HEIGHT).map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
