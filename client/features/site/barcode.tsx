/** Thirteen bars, as wide as the number's digits say; a drawing, no scanner reads it. The number stands beside it as text. */
export function Barcode({ gtin, className = '' }: { gtin: string; className?: string }) {
  let x = 0;
  const bars = [...gtin.padStart(13, '0').slice(-13)].map((digit, i) => {
    const width = 2 + (Number(digit) % 5);
    const bar = { key: i, x, width, height: i === 0 || i === 6 || i === 12 ? 64 : 56 };
    x += width + 3 + (Number(digit) % 2) * 2;
    return bar;
  });
  return (
    <svg viewBox={`0 0 ${x} 64`} preserveAspectRatio="none" aria-hidden="true" className={`barcode ${className}`}>
      {bars.map(({ key, ...bar }) => (
        <rect key={key} y="0" {...bar} className="fill-cafecito" />
      ))}
    </svg>
  );
}
