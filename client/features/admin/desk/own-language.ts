import { useEffect, useRef } from 'react';
import * as m from '#messages';
import type { Language } from '#shared/core/language.ts';
import { setLanguage, useLanguage } from '../../../lib/language.ts';
import { useAccount, useSaveAccount } from '../kit/account.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';

const tell = (error: Error) => toastFailed(m.admin_language_failed(), error);

/**
 * Shows the admin in the person's own language, if they have one, on any device. The toggle then changes their own
 * language; without one it is a choice of this browser, as in the shop.
 */
export function useOwnLanguage(): void {
  const own = useAccount().data?.language ?? null;
  const language = useLanguage();
  const applied = useRef<Language | null>(null);
  const { mutate: save } = useSaveAccount();
  useEffect(() => {
    if (own === applied.current) {
      if (own !== null && language !== own) save({ language }, { onError: tell });
      return;
    }
    applied.current = own;
    if (own !== null) setLanguage(own);
  }, [own, language, save]);
}
