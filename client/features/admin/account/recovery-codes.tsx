import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as m from '#messages';
import { Button } from '../../../ui/button.tsx';
import { adminKeys } from '../keys.ts';
import { formatCount } from '../kit/format.ts';
import { Loaded, Skeleton } from '../kit/load-states.tsx';
import { makeCodes, useRecoveryCodes } from './api.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';

/** How many codes are left, and a button that makes new ones. */
export function RecoveryCodes({ hasPasskey }: { hasPasskey: boolean }) {
  const read = useRecoveryCodes();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <section aria-labelledby="recovery-codes" className="mt-12 max-w-[44rem]">
      <h2 id="recovery-codes" className="text-h3">
        {m.admin_recovery_heading()}
      </h2>
      <p className="mt-3">{m.admin_recovery_intro()}</p>
      <div className="mt-4">
        <Loaded read={read} waiting={<Skeleton rows={1} />}>
          {({ left }) => (
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <p className="font-bold">
                {left === 0 ? m.admin_recovery_none() : m.admin_recovery_left({ left: formatCount(left) })}
              </p>
              <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
                {left === 0 ? m.admin_recovery_make() : m.admin_recovery_renew()}
              </Button>
            </div>
          )}
        </Loaded>
      </div>
      {isAsking && (
        <ProofDialog
          hasPasskey={hasPasskey}
          work={makeCodes}
          onDone={({ codes: made }) => {
            setAsking(false);
            setCodes(made);
            void client.invalidateQueries({ queryKey: adminKeys.recoveryCodes });
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </section>
  );
}
