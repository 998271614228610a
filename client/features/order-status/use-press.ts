import { useState } from 'react';
import * as m from '#messages';
import { keptTextOfError } from '../../lib/api-client.ts';
import { type KeptText, textOf } from '../../lib/text.ts';

/** One call at a time, and the error of the last one. */
export function usePress() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<KeptText>('');
  const press = async (call: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setError('');
    try {
      await call();
    } catch (failure) {
      setError(keptTextOfError(failure, m.order_press_failed));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error: textOf(error), press };
}
