import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { currentOf } from '../stale.ts';

type Action<Input, Answer> = {
  call: (input: Input) => Promise<Answer>;
  /** Says that it worked, and closes its dialog. */
  done?: (answer: Answer, input: Input) => void;
  /** Says that it failed, usually by `toastFailed`; left out where the screen shows the error. */
  failed?: (error: Error) => void;
  /** What is read again afterwards; after a failure too, because only the answer may have been lost. */
  refresh?: readonly QueryKey[];
  /** Its form shows a conflict (`ConflictNotice`) and keeps the record as it was read. */
  isForm?: boolean;
};

/** A change without an expected result on the screen; see `useRowChange` for one with it. */
export function useAction<Answer = unknown, Input = void>(action: Action<Input, Answer>) {
  const { call, done, failed, refresh = [], isForm = false } = action;
  const client = useQueryClient();
  const readAgain = () => Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn: call,
    onSuccess: (answer, input) => {
      done?.(answer, input);
      return readAgain();
    },
    onError: (error) => {
      if (isForm && currentOf(error)) return;
      failed?.(error);
      void readAgain();
    },
  });
}
