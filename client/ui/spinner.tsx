/** A spinner. The text beside it says what is in progress, or else `label`. */
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
