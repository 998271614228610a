import * as m from '#messages';
import type { AddressDraft } from '../checkout-machine.ts';
import { rememberedStore, toRemembered } from './remembered-address.ts';

/** Keeps the address in this browser for the next order. Clearing the checkbox deletes it at once. */
export function RememberField({ address }: { address: AddressDraft }) {
  const isKept = rememberedStore.use() !== null;
  return (
    <label className="mt-5 grid cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3.5 rounded-field bg-ground px-4 py-3 leading-snug">
      <input
        type="checkbox"
        checked={isKept}
        onChange={({ target }) => rememberedStore.set(target.checked ? toRemembered(address) : null)}
        className="size-5 accent-brand"
      />
      <span className="font-semibold">{m.checkout_remember()}</span>
      <span className="col-start-2 text-sm text-ink-soft">
        {isKept ? m.checkout_remember_forget() : m.checkout_remember_hint()}
      </span>
    </label>
  );
}
