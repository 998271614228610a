import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/** Saves once: two clicks before the first answer are one save. */
export function useSingleSave<Saved, Input>(save: UseMutationResult<Saved, Error, Input>) {
  const isSaving = useRef(false);
  return (input: Input): void => {
    if (isSaving.current) return;
    isSaving.current = true;
    save.mutate(input, {
      onSettled: () => {
        isSaving.current = false;
      },
    });
  };
}
