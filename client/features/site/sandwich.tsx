/** Crackers and fillings, drawn: two fillings make the double. */
export function Sandwich({
  fillings = 1,
  filling = 'fill-guayaba',
  shine = 'fill-pulpa',
  className = 'w-40',
}: {
  fillings?: 1 | 2;
  filling?: string;
  shine?: string;
  className?: string;
}) {
  const height = 44 + fillings * 48;
  return (
    <svg viewBox={`0 0 200 ${height}`} aria-hidden="true" className={`h-auto ${className}`}>
      {Array.from({ length: fillings }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the layers never move
        <g key={i}>
          <rect x="14" y={28 + i * 48} width="172" height="32" rx="9" className={filling} />
          <rect x="28" y={34 + i * 48} width="96" height="5" rx="2.5" className={shine} />
        </g>
      ))}
      {Array.from({ length: fillings + 1 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the layers never move
        <g key={i} transform={`translate(0 ${8 + i * 48})`}>
          <rect x="4" width="192" height="24" rx="12" className="fill-galleta" />
          <path d="M20 9h160" className="stroke-crema/70" strokeWidth="4" strokeLinecap="round" />
          <path
            d="M40 16h.1M72 16h.1M104 16h.1M136 16h.1M168 16h.1"
            className="stroke-galleta-dark"
            strokeWidth="5"
            strokeLinecap="round"
          />
        </g>
      ))}
    </svg>
  );
}
