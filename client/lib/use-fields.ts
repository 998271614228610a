import { type FocusEvent, type RefObject, useRef, useState } from 'react';

type Form<Name extends string> = {
  /** Prefix of each field's id. */
  id: string;
  values: Readonly<Record<Name, string>>;
  /** Error codes of the shared schema, by field; empty when the form is valid. */
  errors: Readonly<Partial<Record<Name, string>>>;
  /** The text for a code; called at each rendering, so that it follows the language. */
  errorText: (name: Name, code: string) => string | undefined;
  /**
   * Called for each changed field. When a browser fills the form, it is called for many fields in one task, and then
   * again with the same values.
   */
  onType: (name: Name, value: string) => void;
};

/** React requires it beside a value. */
const ignore = () => {};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The result of `useFields`, for components that render some of the fields. */
export type Fields<Name extends string> = {
  form: RefObject<HTMLFormElement | null>;
  /** The form was submitted and is not valid. */
  isIncomplete: boolean;
  /** Reports values that came without an event, as some password managers fill fields. Call it before a submit. */
  readSilent: () => void;
  /**
   * Shows all errors and focuses the first field with one.
   *
   * @param found errors newer than those of the last rendering
   * @returns whether there are any
   */
  showErrors: (found?: Readonly<Partial<Record<Name, string>>>) => boolean;
  /** Props for a field of `ui/form.tsx`. */
  field: (name: Name) => {
    name: Name;
    id: string;
    value: string;
    error: string | undefined;
    onInput: () => void;
    onChange: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent<Control>) => void;
  };
};

/**
 * Binds a public form's values and errors to its fields. A field's error is shown when the field is left, and all of
 * them when the form is submitted.
 */
export function useFields<Name extends string>({ id, values, errors, errorText, onType }: Form<Name>): Fields<Name> {
  const form = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set());
  const [isSent, setSent] = useState(false);
  const controls = () => [...(form.current?.elements ?? [])] as (Control & { name: Name })[];
  // Otherwise the next rendering would overwrite them with the known values.
  const readSilent = () => {
    for (const { name, value } of controls()) if (name in values && value !== values[name]) onType(name, value);
  };
  return {
    form,
    isIncomplete: isSent && Object.keys(errors).length > 0,
    readSilent,
    showErrors(found = errors) {
      setSent(true);
      controls()
        .find(({ name }) => name in found)
        ?.focus();
      return Object.keys(found).length > 0;
    },
    field: (name) => {
      const code = errors[name];
      return {
        name,
        id: `${id}-${name}`,
        value: values[name],
        error: code && (isSent || left.has(name)) ? errorText(name, code) : undefined,
        // Autofill on iOS sets the value before its events, so React sees `input` and drops `change`.
        onInput: readSilent,
        onChange: ignore,
        onFocus: readSilent,
        onBlur: ({ currentTarget }) => {
          readSilent();
          if (currentTarget.value) setLeft(new Set(left).add(name));
        },
      };
    },
  };
}
