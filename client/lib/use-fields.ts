import { type ChangeEvent, type RefObject, useRef, useState } from 'react';

type Form<Name extends string> = {
  /** Begins each field's id. */
  id: string;
  values: Readonly<Record<Name, string>>;
  /** What is wrong, by field, as codes of the shared schema; empty when the form may be sent. */
  errors: Readonly<Partial<Record<Name, string>>>;
  /** The text for a code; asked for at each rendering, so that it follows the language. */
  errorText: (name: Name, code: string) => string | undefined;
  onType: (name: Name, value: string) => void;
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

type Fields<Name extends string> = {
  form: RefObject<HTMLFormElement | null>;
  /** The form was sent and is not complete. */
  isIncomplete: boolean;
  /**
   * Shows all errors and puts the focus on the first field that has one.
   *
   * @param found where the errors are known better than at the last rendering
   * @returns whether there are any
   */
  showErrors: (found?: Readonly<Partial<Record<Name, string>>>) => boolean;
  /** Props for a field of `ui/form.tsx`. */
  field: (name: Name) => {
    name: Name;
    id: string;
    value: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<Control>) => void;
    onBlur: () => void;
  };
};

/** Ties a public form's values and errors to its fields. An error shows when its field is left, and all of them when the form is sent. */
export function useFields<Name extends string>({ id, values, errors, errorText, onType }: Form<Name>): Fields<Name> {
  const form = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set());
  const [isSent, setSent] = useState(false);
  return {
    form,
    isIncomplete: isSent && Object.keys(errors).length > 0,
    showErrors(found = errors) {
      setSent(true);
      const controls = [...(form.current?.elements ?? [])] as Control[];
      controls.find(({ name }) => name in found)?.focus();
      return Object.keys(found).length > 0;
    },
    field: (name) => {
      const code = errors[name];
      return {
        name,
        id: `${id}-${name}`,
        value: values[name],
        error: code && (isSent || left.has(name)) ? errorText(name, code) : undefined,
        onChange: ({ target }) => onType(name, target.value),
        onBlur: () => {
          if (values[name]) setLeft(new Set(left).add(name));
        },
      };
    },
  };
}
