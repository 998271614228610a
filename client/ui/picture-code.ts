/** As a file with a default export, which `static-picture.tsx` loads when it must. */
export { Picture as default } from './picture.tsx';
