import { type ComponentProps, type ReactNode, useId } from 'react';
import * as m from '#messages';
import { Icon } from './icons.tsx';

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** Error text; while it is set the control is marked invalid and described by it. */
  error?: string;
  /** Adds "(optional)" to the label. */
  isOptional?: boolean;
  /** Class of the whole field, for its position in a form. */
  fieldClass?: string;
};

export const controlClass =
  'control block w-full min-h-12 rounded-field border-2 border-ink-soft/70 bg-white px-3.5 py-2.5 text-base text-ink placeholder:text-ink-soft hover:border-ink aria-invalid:border-brand disabled:bg-ground disabled:text-ink-soft';

export function useField(
  given: string | undefined,
  { hint, error }: Pick<FieldProps, 'hint' | 'error'>,
  describedBy?: string,
) {
  const made = useId();
  const id = given ?? made;
  const described = [error && `${id}-error`, hint && `${id}-hint`, describedBy].filter(Boolean).join(' ');
  return {
    id,
    control: { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined } as const,
  };
}

/** The label above a control, and hint and error below it. */
export function Frame({
  id,
  label,
  hint,
  error,
  isOptional,
  fieldClass,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={fieldClass}>
      <label htmlFor={id} className="mb-1.5 block font-semibold leading-snug">
        {/* A separate element, because React cannot update a text node that a browser's translator has replaced. */}
        <span>{label}</span>
        {isOptional && <span className="font-normal text-ink-soft">{` ${m.form_optional()}`}</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-sm font-semibold text-brand">
          <Icon name="alert" className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/** A labelled input; accepts all props of `input`, including a ref. */
export function TextField({
  label,
  hint,
  error,
  isOptional,
  fieldClass,
  className = '',
  ...input
}: FieldProps & ComponentProps<'input'>) {
  const { id, control } = useField(input.id, { hint, error }, input['aria-describedby']);
  return (
    <Frame id={id} label={label} hint={hint} error={error} isOptional={isOptional} fieldClass={fieldClass}>
      <input type="text" {...input} {...control} className={`${controlClass} ${className}`} />
    </Frame>
  );
}

/** A labelled textarea; `rows` as on a `textarea`. */
export function TextAreaField({
  label,
  hint,
  error,
  isOptional,
  fieldClass,
  className = '',
  ...input
}: FieldProps & ComponentProps<'textarea'>) {
  const { id, control } = useField(input.id, { hint, error }, input['aria-describedby']);
  return (
    <Frame id={id} label={label} hint={hint} error={error} isOptional={isOptional} fieldClass={fieldClass}>
      <textarea rows={4} {...input} {...control} className={`${controlClass} ${className}`} />
    </Frame>
  );
}

/** A labelled native select; the options are its children or `options`. */
export function SelectField({
  label,
  hint,
  error,
  isOptional,
  fieldClass,
  options,
  className = '',
  children,
  ...input
}: FieldProps & ComponentProps<'select'> & { options?: readonly { value: string; label: string }[] }) {
  const { id, control } = useField(input.id, { hint, error }, input['aria-describedby']);
  return (
    <Frame id={id} label={label} hint={hint} error={error} isOptional={isOptional} fieldClass={fieldClass}>
      <select {...input} {...control} className={`${controlClass} select ${className}`}>
        {children}
        {options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}
