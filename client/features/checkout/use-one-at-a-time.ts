import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** Runs a task and ignores further clicks while it runs; the state `isPending` updates too late for that (P13). */
export function useOneAtATime(task: () => Promise<void>): { run: () => void; isPending: boolean } {
  const isRunning = useRef(false);
  const { mutate, isPending } = useMutation({
    mutationFn: task,
    onSettled: () => {
      isRunning.current = false;
    },
  });
  return {
    isPending,
    run() {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate();
    },
  };
}
