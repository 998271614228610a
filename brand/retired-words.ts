import type { Language } from '#shared/core/language.ts';

/**
 * Words that this brand's texts must not use any more: a claim that the ingredients do not support, a second word for
 * the same thing, or Spanish not spoken in Miami. Another brand has its own list, or an empty one.
 */
export const retiredWords: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'buttery',
    'always in stock',
    'keep us in stock',
    'keep reordering',
    'authentic',
    'artisanal',
    'e-mail',
    'e-mails',
    'still need you',
    'whoever receives it',
    'is it you who',
    'no longer valid',
  ],
  es: [
    'ahorita',
    'sándwich',
    'sándwiches',
    'galletas con guayaba',
    'envoltorio',
    'sobre y son las cuatro',
    'junto a la caja',
    'junto a tu caja',
    'cuando colaba',
    'probar de nuevo',
    'prueba de nuevo',
    'prueba otra vez',
    'probar otra vez',
    'ya no vale',
    'ya no valen',
    'con margen',
    'tranque',
    'por quién preguntamos',
    'escríbenos o llama',
    'sábado y domingo cerrado',
    'ten doña guayaba',
    'mayoreo',
    'mini market',
    'siempre hay',
    'zip',
    'importe',
    'elige',
    'elegir',
    'en la administración',
  ],
};
