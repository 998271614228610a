import { type ComponentProps, useState } from 'react';
import * as m from '#messages';
import { TextField } from '../../../../ui/form.tsx';
import { Check } from './check.tsx';

type Props = {
  /** Each with its own `autoComplete`. */
  fields: readonly (ComponentProps<typeof TextField> & { autoComplete: string })[];
};

/** Password fields, and a box that shows what is typed in them. */
export function PasswordFields({ fields }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      {fields.map((field) => (
        <TextField key={field.autoComplete} required {...field} type={isShown ? 'text' : 'password'} />
      ))}
      <Check checked={isShown} onChange={({ target }) => setShown(target.checked)}>
        {m.admin_password_show()}
      </Check>
    </>
  );
}
