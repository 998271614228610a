import { staticIsland } from '../lib/lazy/static-island.tsx';

/**
 * A picture in a part that has controls. Where the document contains it, its markup is enough; elsewhere it comes a
 * moment later, so the part reserves its space. The descriptions and sizes of all pictures stay out of the first view.
 */
export const StaticPicture = staticIsland(() => import('./picture-code.ts'), { as: 'span', className: 'contents' });
