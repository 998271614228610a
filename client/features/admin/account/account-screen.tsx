import { useEffect } from 'react';
import * as m from '#messages';
import { useAccount } from '../kit/account.ts';
import { Loaded } from '../kit/load-states.tsx';
import { AboutYou } from './about-you.tsx';
import { usePasskeys } from './api.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SessionList } from './session-list.tsx';

/** Whoever is signed in: name, language, and every way in. */
export default function AccountScreen() {
  const account = useAccount();
  const passkeys = usePasskeys();
  const isRead = !passkeys.isPending && !account.isPending;
  useEffect(() => {
    // The search leads to a section below others, which move it when they arrive.
    if (isRead) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isRead]);
  return (
    <>
      <section aria-labelledby="about-you" className="mt-4">
        <h2 id="about-you" className="text-h3">
          {m.admin_account_about()}
        </h2>
        <div className="mt-4 max-w-md">
          <Loaded read={account}>{(data) => <AboutYou account={data} />}</Loaded>
        </div>
      </section>
      <Passkeys read={passkeys} />
      <RecoveryCodes hasPasskey={(passkeys.data?.passkeys.length ?? 0) > 0} />
      <PasswordForm />
      <SessionList />
    </>
  );
}
