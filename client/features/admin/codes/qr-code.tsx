import encodeQr from 'qr';

/** A QR code of a text, black on white, as wide as its container. `label` describes its target. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  // A quarter of it may be dirty or torn; readers need a white margin of four modules.
  const rows = encodeQr(text, 'raw', { ecc: 'quartile', border: 4 });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width="100%" height="100%" fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
