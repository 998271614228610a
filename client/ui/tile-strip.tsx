/** A row of cement tiles, one tile high. */
export function TileStrip({ className = 'h-tile' }: { className?: string }) {
  return <div aria-hidden="true" className={`tiles ${className}`} />;
}
