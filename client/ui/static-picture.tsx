import { staticIsland } from '../lib/lazy/static-island.tsx';

/**
 * A picture inside a part with controls. If the document contains it, its markup is enough; otherwise it appears a
 * moment later, so its space has to be reserved. It keeps all pictures' alt texts and sizes out of the first load.
 */
export const StaticPicture = staticIsland(() => import('./picture-code.ts'), { as: 'span', className: 'contents' });
