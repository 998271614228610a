import { useState } from 'react';
import * as m from '#messages';
import { textOfError } from '../../lib/api-client.ts';

/** One call at a time, and why the last one failed. */
export function usePress() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const press = async (call: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setError('');
    try {
      await call();
    } catch (failure) {
      setError(textOfError(failure, m.order_press_failed()));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, press };
}
