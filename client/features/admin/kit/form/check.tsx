import type { ComponentProps } from 'react';

/** A checkbox, or a radio button, with its label. */
export function Check({ children, className = '', ...input }: ComponentProps<'input'>) {
  return (
    <label className={`flex min-h-11 cursor-pointer items-center gap-3 ${className}`}>
      <input type="checkbox" {...input} className="size-5 shrink-0 accent-second" />
      {children}
    </label>
  );
}
