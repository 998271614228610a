import * as m from '#messages';
import type { Erased, Person } from '#shared/people/people.ts';
import { callApi } from '../../../lib/api-client.ts';
import { toast } from '../../../ui/toast.ts';
import { toastFailed } from '../kit/detail/toast-failed.ts';
import { useAction } from '../kit/detail/use-action.ts';

const PATH = '/api/admin/people';

/** What the shop holds about a person; never cached in the browser. */
export function useFindPerson() {
  return useAction({
    call: (person: string) => callApi<Person>(`${PATH}/find`, { method: 'POST', payload: { person } }),
  });
}

/** Saves what the shop holds about a person as a file. */
export function useExportPerson() {
  return useAction({
    call: (person: string) => callApi<object>(`${PATH}/export`, { method: 'POST', payload: { person } }),
    done: (data) => {
      const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = 'personal-data.json';
      link.click();
      URL.revokeObjectURL(url);
    },
    failed: (error) => toastFailed(m.admin_people_failed(), error),
  });
}

export function useErasePerson(onDone: () => void) {
  return useAction({
    call: (payload: { person: string; confirm: string }) =>
      callApi<Erased>(`${PATH}/erase`, { method: 'POST', payload }),
    done: () => {
      toast({ title: m.admin_people_erased() });
      onDone();
    },
  });
}
