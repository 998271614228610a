import * as m from '#messages';
import { useLanguage } from '../../../lib/language.ts';
import { singleKeys } from '../desk/single-keys.ts';
import { Dialog } from '../kit/dialog.tsx';

/** Keys as printed on the keyboard, and their effects. */
const KEYS: readonly (readonly [keys: readonly string[], text: () => string])[] = [
  [['j'], m.admin_keys_next],
  [['k'], m.admin_keys_previous],
  [['Enter'], m.admin_keys_open],
  [['x'], m.admin_keys_select],
  [['s'], m.admin_keys_ship],
  [['u'], m.admin_keys_undo],
  [['/', 'Ctrl K'], m.admin_keys_find],
  [['?'], m.admin_keys_sheet],
  [['Esc'], m.admin_keys_close],
  [['F8'], m.admin_keys_toast],
];

/** The shortcuts and their effects; pointer and touch can do all of it too. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  useLanguage();
  const isOn = singleKeys.use();
  return (
    <Dialog title={m.admin_keys_title()} onClose={onClose}>
      <dl className="mt-5 grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
        {KEYS.map(([keys, text]) => (
          <div key={keys.join()} className="contents">
            <dt className="flex gap-2">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded border-2 border-line px-2 py-0.5 font-mono text-[0.92rem] whitespace-nowrap"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text()}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-6 flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => singleKeys.set(event.target.checked)}
          className="size-5 shrink-0 accent-brand"
        />
        {m.admin_keys_single()}
      </label>
      <p className="mt-1 text-ink-soft">{m.admin_keys_single_text()}</p>
    </Dialog>
  );
}
