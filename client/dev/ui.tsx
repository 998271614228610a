import '../admin.css';
import '../features/admin/admin.css';
import '../features/admin/desk/desk.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Summary } from '#shared/admin/admin.ts';
import type { Today } from '#shared/admin/today.ts';
import { adminKeys } from '../features/admin/keys.ts';
import { LanguageToggle } from '../layout/language-toggle.tsx';
import { applyPreferredLanguage, useLanguage } from '../lib/language.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { ToastOutlet } from '../ui/toast-outlet.tsx';
import { adminParts } from './admin-parts.tsx';
import { publicParts } from './public-parts.tsx';
import type { Specimen } from './specimen.ts';

// The page /dev/ui of `npm run dev`: every part in its states. The production build has no entry for it.

const [root, toasts] = ['root', 'toasts'].map((id) => document.getElementById(id));
if (!root || !toasts) throw new Error('The document has no #root or no #toasts');

const client = createQueryClient();
const summary: Summary = {
  totalWholesalers: 12,
  pendingWholesalers: 3,
  totalOrders: 1240,
  ordersToProcess: 7,
  revenue: '51230.40',
  netRevenue: '49800.00',
};
client.setQueryData(adminKeys.summary, summary);
const today: Today = {
  toShip: 7,
  late: 2,
  due: 3,
  toAnswer: 1,
  anomalies: 1,
  disputes: 1,
  failedRefunds: 1,
  certificates: 1,
  failedMails: 3,
};
client.setQueryData(adminKeys.today, today);

function Catalogue() {
  // Subscribes everything to the language toggle.
  useLanguage();
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-wide px-gutter pt-8 pb-24">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h2">UI parts</h1>
        <LanguageToggle />
      </div>
      {publicParts.map((specimen) => (
        <Part key={specimen.file} {...specimen} />
      ))}
      <div className="desk -mx-gutter mt-12 px-gutter pb-12">
        {adminParts.map((specimen) => (
          <Part key={specimen.file} {...specimen} />
        ))}
      </div>
    </main>
  );
}

function Part({ file, states }: Specimen) {
  const id = file.replaceAll(/\W/g, '-');
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="font-sans font-bold">
        {file}
      </h2>
      <ul className="mt-3 grid gap-4">
        {Object.entries(states).map(([name, state]) => (
          <li key={name} aria-label={name} className="grid grid-cols-1 gap-2">
            <p className="text-sm text-ink-soft">{name}</p>
            <div className="flex flex-wrap items-center gap-3 *:max-w-full">{state}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

applyPreferredLanguage();
createRoot(root).render(
  <QueryClientProvider client={client}>
    <Catalogue />
    {createPortal(<ToastOutlet />, toasts)}
  </QueryClientProvider>,
);
