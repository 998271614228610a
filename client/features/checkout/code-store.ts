import { createStoredValue } from '../../lib/stored-value.ts';

/** The discount code typed by the shopper, or from a link: stored beside the cart, `''` when there is none. */
export const codeStore = createStoredValue<string>({
  // client/start.ts writes it too.
  key: 'code',
  area: 'local',
  initial: '',
  read: (text) => {
    const stored: unknown = JSON.parse(text ?? '""');
    return typeof stored === 'string' ? stored.trim().slice(0, 40) : '';
  },
});
