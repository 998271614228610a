import { useQuery } from '@tanstack/react-query';
import type { AdminFaq } from '#shared/content/faq.ts';
import type { AdminPictureSlot } from '#shared/content/picture-slots.ts';
import type { AdminPolicy } from '#shared/content/policies.ts';
import type { AdminFacts } from '#shared/content/shop-facts.ts';
import type { AdminStory } from '#shared/content/stories.ts';
import type { AdminText } from '#shared/content/texts.ts';
import type { AdminLook } from '#shared/look/look.ts';
import type { AdminShippingRules } from '#shared/shipping/rules.ts';
import { adminKeys } from '../keys.ts';

/** The facts of the business with their draft, and the published ones. */
export const useFacts = () => useQuery<AdminFacts>({ queryKey: adminKeys.facts });
export const useLook = () => useQuery<AdminLook>({ queryKey: adminKeys.look });
export const useFaq = () => useQuery<AdminFaq>({ queryKey: adminKeys.faq });
export const usePictureSlots = () => useQuery<AdminPictureSlot[]>({ queryKey: adminKeys.pictureSlots });
export const usePolicies = () => useQuery<AdminPolicy[]>({ queryKey: adminKeys.policies });
export const useShippingRules = () => useQuery<AdminShippingRules>({ queryKey: adminKeys.shippingRules });
export const useStories = () => useQuery<AdminStory[]>({ queryKey: adminKeys.stories });
export const useTexts = () => useQuery<AdminText[]>({ queryKey: adminKeys.texts });
