/** A turning ring. The words that say what is under way stand beside it, or in `label` where there are none. */
export function Spinner({ label, className = 'size-5' }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex items-center">
      <span
        aria-hidden="true"
        className={`inline-block animate-spin rounded-full border-[3px] border-current border-r-transparent motion-reduce:animate-none ${className}`}
      />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
