import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

export type ButtonLook = {
  /** `primary` at most once in a view; `secondary` beside it; `quiet` for all others; `danger` for deletions. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** `small` is 44 px high, for tables and bars. */
  size?: 'small' | 'normal' | 'large';
};

const variants = {
  primary: 'button-solid bg-brand text-ground [--edge:var(--color-brand-dark)] hover:bg-brand-dark',
  secondary: 'button-solid bg-accent text-ink [--edge:var(--color-accent-dark)] hover:bg-accent-light',
  quiet: 'border-2 border-current bg-transparent text-second hover:bg-second hover:text-ground hover:border-second',
  danger: 'border-2 border-brand bg-white text-brand hover:bg-brand hover:text-ground',
};
const sizes = {
  small: 'min-h-11 px-4 text-[0.92rem]',
  normal: 'min-h-12 px-6',
  large: 'min-h-14 px-8 text-[1.08rem]',
};

/** The classes of a button, for other elements that look like one. */
export function buttonClass({ variant = 'primary', size = 'normal' }: ButtonLook = {}, className = ''): string {
  return `button inline-flex items-center justify-center gap-2.5 rounded-full py-2 text-center font-semibold leading-tight ${sizes[size]} ${variants[variant]} ${className}`;
}

type Props = ComponentProps<'button'> &
  ButtonLook & {
    /** Shows a spinner before the label; the button can still be clicked. */
    isBusy?: boolean;
    /** Shows a spinner before the label; the button cannot be clicked. */
    isPending?: boolean;
  };

export function Button({
  variant,
  size,
  className,
  isPending = false,
  isBusy = isPending,
  type = 'button',
  children,
  disabled,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isPending}
      aria-busy={isBusy || undefined}
      className={buttonClass({ variant, size }, className)}
    >
      {isBusy && <Spinner className="size-4" />}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  );
}
