import { useQuery } from '@tanstack/react-query';
import type { AdminFacts } from '#shared/content/shop-facts.ts';
import { adminKeys } from '../../keys.ts';

/** The facts of the business with their draft, and the published ones. */
export function useFacts() {
  return useQuery<AdminFacts>({ queryKey: adminKeys.facts });
}
