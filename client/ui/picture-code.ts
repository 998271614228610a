/** A file with a default export, for `static-picture.tsx` to load on demand. */
export { Picture as default } from './picture.tsx';
