import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as m from '#messages';
import { adminPath } from '#shared/admin/paths.ts';
import type { Person } from '#shared/people/people.ts';
import { textOfError } from '../../../lib/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form.tsx';
import { FactsList } from '../kit/detail/facts-list.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { FormEnd } from '../kit/form/form-end.tsx';
import { issueText } from '../kit/form/issue-text.ts';
import { formatCount } from '../kit/format.ts';
import { useErasePerson, useExportPerson, useFindPerson } from './people-api.ts';

/** What the shop holds about one person: shown, downloaded, erased. The address is not stored. */
export default function People() {
  const [email, setEmail] = useState('');
  const find = useFindPerson();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!find.isPending) find.mutate(email.trim());
  };
  return (
    <section aria-labelledby="people" className="mt-12">
      <h2 id="people" className="text-h3">
        {m.admin_people_heading()}
      </h2>
      <p className="mt-3 max-w-[44rem]">{m.admin_people_intro()}</p>
      <form
        noValidate
        className="mt-4 grid max-w-[52rem] items-start gap-3 sm:grid-cols-[1fr_auto]"
        onSubmit={onSubmit}
      >
        <TextField
          label={m.admin_people_email()}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={find.error ? textOfError(find.error, m.admin_people_failed()) : undefined}
          onChange={({ target }) => {
            setEmail(target.value);
            find.reset();
          }}
        />
        <div className="sm:mt-8">
          <Button type="submit" size="small" isPending={find.isPending}>
            {m.admin_people_find()}
          </Button>
        </div>
      </form>
      <div role="status">
        {find.data && (
          <Found
            email={find.variables}
            person={find.data}
            onErased={() => {
              setEmail('');
              find.reset();
            }}
          />
        )}
      </div>
    </section>
  );
}

function Found({ email, person, onErased }: { email: string; person: Person; onErased: () => void }) {
  const [isErasing, setIsErasing] = useState(false);
  const save = useExportPerson();
  const counts = [
    [m.admin_people_orders(), person.orders],
    [m.admin_people_checkouts(), person.checkouts],
    [m.admin_people_inquiries(), person.inquiries],
    [m.admin_screen_accounts(), person.accounts],
    [m.admin_people_mails(), person.mails],
    [m.admin_people_codes(), person.codes],
  ] as const;
  if (counts.every(([, count]) => count === 0)) return <p className="mt-4">{m.admin_people_none({ email })}</p>;
  return (
    <div className="mt-5 max-w-[52rem] rounded-card border-2 border-line bg-white p-5">
      <p className="mb-4 font-bold [overflow-wrap:anywhere]">
        {m.admin_people_found({ list: person.spellings.join(', ') || email })}
      </p>
      <FactsList facts={counts.map(([name, count]) => [name, formatCount(count)] as const)} />
      {person.orderList.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
          {person.orderList.map(({ id, number }) => (
            <li key={id}>
              <a className="text-button" href={adminPath('orders', { open: id })}>
                {number}
              </a>
            </li>
          ))}
        </ul>
      )}
      {person.open.length > 0 && (
        <div className="mt-4 rounded-field bg-ground px-4 py-3">
          <strong>{m.admin_people_open()}</strong>
          <ul className="mt-1 grid gap-1">
            {person.open.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button size="small" variant="quiet" isPending={save.isPending} onClick={() => save.mutate(email)}>
          {m.admin_people_download()}
        </Button>
        {person.open.length === 0 && (
          <Button size="small" variant="danger" onClick={() => setIsErasing(true)}>
            {m.admin_people_erase()}
          </Button>
        )}
      </div>
      {isErasing && <EraseDialog email={email} onErased={onErased} onClose={() => setIsErasing(false)} />}
    </div>
  );
}

type EraseProps = { email: string; onErased: () => void; onClose: () => void };

function EraseDialog({ email, onErased, onClose }: EraseProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const erase = useErasePerson(() => {
    onClose();
    onErased();
    void client.invalidateQueries();
  });
  const isSame = typed.trim().toLowerCase() === email.toLowerCase();
  const [isChecked, setIsChecked] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isSame && !erase.isPending) erase.mutate({ person: email, confirm: typed.trim() });
  };
  const error = erase.error ? textOfError(erase.error, m.admin_people_failed()) : undefined;
  return (
    <Dialog kind="alert" title={m.admin_people_erase_title()} onClose={onClose}>
      <form noValidate className="mt-4 grid gap-4" onSubmit={onSubmit}>
        <p className="font-bold [overflow-wrap:anywhere]">{email}</p>
        <p>{m.admin_people_erase_kept()}</p>
        <p>{m.admin_people_erase_elsewhere()}</p>
        <TextField
          label={m.admin_people_confirm()}
          type="email"
          autoComplete="off"
          maxLength={254}
          data-autofocus
          value={typed}
          error={error ?? (isChecked && !isSame ? issueText('address_differs') : undefined)}
          onChange={({ target }) => {
            setTyped(target.value);
            setIsChecked(false);
            erase.reset();
          }}
        />
        <FormEnd onCancel={onClose} variant="danger" isPending={erase.isPending}>
          {erase.isPending ? m.admin_people_erasing() : m.admin_people_erase_now()}
        </FormEnd>
      </form>
    </Dialog>
  );
}
