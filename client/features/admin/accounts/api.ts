import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { type Account, MAX_CERTIFICATE_BYTES } from '#shared/accounts/accounts.ts';
import type { CaseLine, PriceList } from '#shared/accounts/price-lists.ts';
import { ApiError, callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { adminKeys } from '../keys.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';
import type { SaveFrom } from '../kit/stale.ts';
import { offerUndo } from '../kit/undo/undo.ts';
import type { AccountFields } from './values.ts';

const [PATH] = adminKeys.accounts;
const [LISTS] = adminKeys.priceLists;

const fail = (error: unknown) => toastFailed(m.admin_error_title(), error, m.admin_trade_stale);
/** The accounts, and Today's count of certificates. */
const refresh = [adminKeys.accounts, adminKeys.summary];

/** One account; `row` is shown while it loads. */
export function useAccount(id: string, row: Account | undefined) {
  return useQuery<Account>({ queryKey: [PATH, id], placeholderData: row });
}

/** The account that was made from an inquiry, in a list of at most one; `undefined` while it is read. */
export function useAccountsOf(inquiryId: string): readonly Account[] | undefined {
  const inquiry = `?inquiry=${inquiryId}`;
  return useQuery<Account[]>({ queryKey: [PATH, 'inquiry', inquiryId], queryFn: () => callApi(PATH + inquiry) }).data;
}

/** Approves an inquiry and makes its account. */
export function useMakeAccount(onDone: (account: Account) => void) {
  return useAction({
    call: (inquiryId: string) => callApi<Account>(`${PATH}/from-inquiry`, { method: 'POST', payload: { inquiryId } }),
    done: (account) => {
      toast({ title: m.admin_trade_made({ name: account.name }) });
      onDone(account);
    },
    failed: fail,
    refresh: [...refresh, adminKeys.wholesalers],
  });
}

/** Creates an account, or changes the one with this id. */
export function useSaveAccount(id: string | null, onDone: (account: Account) => void) {
  return useAction({
    call: ({ fields, save }: { fields: AccountFields; save: SaveFrom<Account> }) =>
      save((version) =>
        id === null
          ? callApi<Account>(PATH, { method: 'POST', payload: fields })
          : callApi<Account>(`${PATH}/${id}`, { method: 'PATCH', payload: { ...fields, version } }),
      ),
    done: (saved) => {
      const { name } = saved;
      toast({ title: id === null ? m.admin_trade_made({ name }) : m.admin_trade_saved({ name }) });
      onDone(saved);
    },
    refresh,
    isForm: true,
  });
}

function change(client: QueryClient, { id, version }: Pick<Account, 'id' | 'version'>, isOnHold: boolean) {
  const call = callApi<Account>(`${PATH}/${id}`, { method: 'PATCH', payload: { isOnHold, version } });
  return call.finally(() => client.invalidateQueries({ queryKey: adminKeys.accounts }));
}

/** Puts an account on hold, or opens it again. */
export function useHold() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (account: Account) => change(client, account, !account.isOnHold),
    onSuccess: (saved, { name, isOnHold }) =>
      offerUndo(
        () => (isOnHold ? m.admin_trade_opened({ name }) : m.admin_trade_held({ name })),
        () => change(client, saved, isOnHold),
      ),
    onError: fail,
  });
}

export function useDeleteAccount(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Account) => callApi(`${PATH}/${id}?version=${version}`, { method: 'DELETE' }),
    onSuccess: async (_answer, { id, name }) => {
      toast({ title: m.admin_trade_deleted({ name }) });
      onDone();
      // The deleted account is not refetched, which would be a 404.
      client.removeQueries({ queryKey: [PATH, id] });
      await Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      fail(error);
      return client.invalidateQueries({ queryKey: adminKeys.accounts });
    },
  });
}

/* ---- the certificate ---- */

export const certificatePath = (id: string) => `${PATH}/${id}/certificate`;

async function sendCertificate({ id, file }: { id: string; file: File }): Promise<Account> {
  // The server would close the connection during the upload, and its message would be lost.
  if (file.size > MAX_CERTIFICATE_BYTES)
    throw new ApiError(413, JSON.stringify({ message: m.admin_trade_certificate_large() }));
  const body = new FormData();
  body.append('file', file);
  const response = await fetch(certificatePath(id), { method: 'POST', body });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text || response.statusText);
  return JSON.parse(text) as Account;
}

/** A mutation, so that an ended session is noticed as everywhere else. */
export const useSendCertificate = () =>
  useAction({
    call: sendCertificate,
    done: () => toast({ title: m.admin_trade_certificate_stored() }),
    refresh: [adminKeys.accounts],
  });

export const useRemoveCertificate = () =>
  useAction({
    call: (id: string) => callApi<Account>(certificatePath(id), { method: 'DELETE' }),
    done: () => toast({ title: m.admin_trade_certificate_removed() }),
    failed: fail,
    refresh: [adminKeys.accounts],
  });

/* ---- case prices ---- */

/** The default list, or by its id an account's own lines. */
export function usePriceList(id: string) {
  return useQuery<PriceList>({ queryKey: [LISTS, id] });
}

export function useSavePriceList(id: string, onDone: () => void) {
  return useAction({
    call: ({ fields: lines, save }: { fields: CaseLine[]; save: SaveFrom<PriceList> }) =>
      save((version) => callApi<PriceList>(`${LISTS}/${id}`, { method: 'PUT', payload: { lines, version } })),
    done: () => {
      toast({ title: m.admin_prices_saved() });
      onDone();
    },
    refresh: [adminKeys.priceLists, adminKeys.accounts],
    isForm: true,
  });
}
