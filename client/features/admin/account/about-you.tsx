import { type FormEvent, useState } from 'react';
import * as m from '#messages';
import type { Account } from '#shared/admin/account.ts';
import { MAX_PERSON_NAME } from '#shared/admin/staff.ts';
import { isLanguage, LANGUAGES } from '#shared/core/language.ts';
import { languageName } from '../../../lib/display-names.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSaveAccount } from '../kit/account.ts';
import { SaveError } from '../kit/detail/change-error.tsx';
import { refusedFields } from '../kit/form/refused-fields.ts';

const AUTO = '';

/** The person's name, and the language in which the admin greets them on any device. */
export function AboutYou({ account }: { account: Account }) {
  const [name, setName] = useState(account.name);
  const [language, setLanguage] = useState<string>(account.language ?? AUTO);
  const save = useSaveAccount(() => toast({ title: m.admin_account_saved }));
  const refused = refusedFields(save.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate({ name, language: isLanguage(language) ? language : null });
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={onSubmit}>
      <TextField
        label={m.admin_account_name()}
        hint={m.admin_account_name_hint()}
        autoComplete="name"
        maxLength={MAX_PERSON_NAME}
        value={name}
        error={refused.name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label={m.admin_account_language()}
        value={language}
        options={[
          { value: AUTO, label: m.admin_account_language_auto() },
          ...LANGUAGES.map((id) => ({ value: id, label: languageName(id) })),
        ]}
        onChange={({ target }) => setLanguage(target.value)}
      />
      <p className="text-ink-soft [overflow-wrap:anywhere]">{m.admin_account_email({ email: account.email })}</p>
      <div>
        {!refused.name && <SaveError error={save.error} />}
        <Button type="submit" size="small" isPending={save.isPending}>
          {m.admin_account_save()}
        </Button>
      </div>
    </form>
  );
}
