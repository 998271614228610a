import { staticIsland } from '../lib/lazy/static-island.tsx';

/**
 * A picture inside a part with controls. Usually the document already contains its markup. Otherwise it appears a
 * moment later, so its space has to be reserved. This keeps all pictures' alt texts and sizes out of the first load.
 */
export const StaticPicture = staticIsland(() => import('./picture-code.ts'), { as: 'span', className: 'contents' });
