import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminCheck } from '#shared/admin/admin.ts';
import type { Role } from '#shared/admin/staff.ts';
import { adminKeys } from '../keys.ts';

/**
 * The role of whoever is signed in. It only leaves out what the server refuses anyway: see
 * server/features/admin/staff/rights.ts.
 */
export function useRole(): Role {
  return useQuery<AdminCheck>({ queryKey: adminKeys.check }).data?.role ?? 'owner';
}

export const useIsOwner = (): boolean => useRole() === 'owner';

/** What only the owner sees. `helpers`: what helpers see in its place. */
export function OwnerOnly({ children, helpers = null }: { children: ReactNode; helpers?: ReactNode }) {
  return useIsOwner() ? children : helpers;
}
