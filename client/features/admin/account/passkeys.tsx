import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as m from '#messages';
import type { PasskeyList } from '#shared/admin/account.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { Loaded, Skeleton } from '../kit/load-states.tsx';
import { hasPasskeys } from '../kit/passkey.ts';
import { addPasskey } from './api.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { ProofDialog } from './proof-dialog.tsx';

/** The person's passkeys, and a button that adds one. */
export function Passkeys({ read }: { read: UseQueryResult<PasskeyList> }) {
  return (
    <section aria-labelledby="passkeys" className="mt-12">
      <h2 id="passkeys" className="text-h3">
        {m.admin_passkeys_heading()}
      </h2>
      <p className="mt-3 max-w-[44rem]">{m.admin_passkeys_intro()}</p>
      <Loaded read={read} waiting={<Skeleton rows={1} className="mt-4 h-20" />}>
        {(list) => <List {...list} />}
      </Loaded>
    </section>
  );
}

function List({ here, origin, passkeys }: PasskeyList) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const obstacle = obstacleOf({ here, origin });
  return (
    <>
      {passkeys.length === 0 ? (
        <p className="mt-4 text-ink-soft">{m.admin_passkeys_none()}</p>
      ) : (
        <ul className="mt-4 grid max-w-[52rem] gap-3">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} here={here} />
          ))}
        </ul>
      )}
      <div className="mt-4 max-w-[44rem]">
        {obstacle ? (
          <p className="text-ink-soft [overflow-wrap:anywhere]">{obstacle}</p>
        ) : (
          <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
            {m.admin_passkeys_add()}
          </Button>
        )}
      </div>
      {isAsking && (
        <ProofDialog
          hasPasskey={passkeys.some(({ host }) => host === here)}
          work={addPasskey}
          onDone={({ recoveryCodes }) => {
            setAsking(false);
            setCodes(recoveryCodes);
            toast({ title: m.admin_passkeys_added(), description: m.admin_passkeys_added_text() });
            void client.invalidateQueries({ queryKey: adminKeys.passkeys });
            void client.invalidateQueries({ queryKey: adminKeys.recoveryCodes });
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

/** Why no passkey can be added on this page; `null` when it can. */
function obstacleOf({ here, origin }: Pick<PasskeyList, 'here' | 'origin'>): string | null {
  if (here === null) return m.admin_passkeys_impossible();
  if (location.origin !== origin) return m.admin_passkeys_wrong_origin({ origin });
  return hasPasskeys() ? null : m.admin_passkeys_unsupported();
}
