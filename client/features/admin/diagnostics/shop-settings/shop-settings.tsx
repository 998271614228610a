import { useState } from 'react';
import * as m from '#messages';
import type { ShopSettings as Answer, KeyState } from '#shared/admin/shop-settings.ts';
import { Loaded, Skeleton } from '../../kit/load-states.tsx';
import { Technical } from '../../kit/technical.tsx';
import { useShopSettings } from './api.ts';
import { SettingsGroupFold } from './settings-group.tsx';

/** What the shop works with: mail server, payment, carrier, tax, backups and address. */
export default function ShopSettings() {
  const read = useShopSettings();
  return (
    <section aria-labelledby="shop-settings" className="mt-12 max-w-[44rem]">
      <h2 id="shop-settings" className="text-h3">
        {m.admin_settings_heading()}
      </h2>
      <p className="mt-3 mb-4">{m.admin_settings_intro()}</p>
      <Loaded read={read} waiting={<Skeleton rows={6} className="h-11" />}>
        {(shop) => <Groups shop={shop} />}
      </Loaded>
    </section>
  );
}

const keyTexts: Readonly<Record<Exclude<KeyState, 'ready'>, () => string>> = {
  missing: m.admin_settings_key_missing,
  unusable: m.admin_settings_key_unusable,
};

function Groups({ shop }: { shop: Answer }) {
  // For one visit of the screen, in memory alone.
  const [password, setPassword] = useState({ text: '', isAccepted: false });
  return (
    <>
      {shop.key !== 'ready' && (
        <p role="alert" className="mb-4 rounded-field border-2 border-brand bg-white p-4">
          <Technical text={keyTexts[shop.key]()} />
        </p>
      )}
      {shop.groups.map((state) => (
        <SettingsGroupFold key={state.group} state={state} shop={shop} password={password} onPassword={setPassword} />
      ))}
    </>
  );
}
