import { LINK_CODE_KEY } from '../../lib/link-code.ts';
import { createStoredValue } from '../../lib/stored-value.ts';

/** The discount code that the shopper has typed, or that came with a link: kept beside the cart, `''` when there is none. */
export const codeStore = createStoredValue<string>({
  key: LINK_CODE_KEY,
  area: 'local',
  initial: '',
  read: (text) => {
    const stored: unknown = JSON.parse(text ?? '""');
    return typeof stored === 'string' ? stored.trim().slice(0, 40) : '';
  },
});
