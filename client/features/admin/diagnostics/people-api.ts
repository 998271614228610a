import { useMutation } from '@tanstack/react-query';
import * as m from '#messages';
import type { Erased, Person } from '#shared/people/people.ts';
import { callApi, textOfError } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';

const PATH = '/api/admin/people';

const fail = (error: unknown) =>
  toast({ title: m.admin_people_failed(), description: () => textOfError(error, ''), variant: 'destructive' });

/** What the shop holds about a person; never cached in the browser. */
export function useFindPerson() {
  return useMutation({
    mutationFn: (person: string) => callApi<Person>(`${PATH}/find`, { method: 'POST', payload: { person } }),
  });
}

/** Saves what the shop holds about a person as a file. */
export function useExportPerson() {
  return useMutation({
    mutationFn: (person: string) => callApi<object>(`${PATH}/export`, { method: 'POST', payload: { person } }),
    onSuccess: (data) => {
      const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = 'personal-data.json';
      link.click();
      URL.revokeObjectURL(url);
    },
    onError: fail,
  });
}

export function useErasePerson(onDone: () => void) {
  return useMutation({
    mutationFn: (payload: { person: string; confirm: string }) =>
      callApi<Erased>(`${PATH}/erase`, { method: 'POST', payload }),
    onSuccess: () => {
      toast({ title: m.admin_people_erased() });
      onDone();
    },
  });
}
