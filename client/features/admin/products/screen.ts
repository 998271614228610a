import * as m from '#messages';
import { type AdminScreen, lazyScreen } from '../kit/admin-screen.ts';

export const productsScreen: AdminScreen = {
  label: m.admin_screen_products,
  icon: 'tag',
  Content: lazyScreen(() => import('./products-screen.tsx')),
};
