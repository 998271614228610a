import './features/admin/admin.css';
import './features/admin/desk/desk.css';
// After the parts, some of whose rules it overrides, such as the space for a select's arrow.
import './admin.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { AdminApp } from './features/admin/desk/admin-app.tsx';
import { LanguageToggle } from './layout/language-toggle.tsx';
import { applyPreferredLanguage } from './lib/language.ts';
import { createQueryClient } from './lib/query-client.ts';
import { Region } from './ui/region.tsx';
import { ToastOutlet } from './ui/toast-outlet.tsx';

const root = document.getElementById('root');
const toasts = document.getElementById('toasts');
if (!root || !toasts) throw new Error('The document has no #root or no #toasts');

applyPreferredLanguage();
createRoot(root).render(
  <QueryClientProvider client={createQueryClient()}>
    <Region name="admin">
      <AdminApp toggle={<LanguageToggle />} />
    </Region>
    {/* Outside the page, so that a toast can be read and closed while a dialog makes the page inert. */}
    <Region name="toasts" fallback={() => null}>
      {createPortal(<ToastOutlet />, toasts)}
    </Region>
  </QueryClientProvider>,
);
