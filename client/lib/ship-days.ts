import { shipping } from './catalogue.ts';
import { getLanguage } from './language.ts';

/** How long packing takes, in the reader's language: "1-2 business days". */
export const shipDays = () => shipping().shipDays[getLanguage()];
