import type { Program } from '#test/program.ts';
import { pause, type World } from './world.ts';

const SHOPPERS = 6;
const RETRY_MS = 100;
/** No answer: the connection broke or was refused. */
export const BROKEN = 0;

export type Crowd = {
  /** The status of each call that did not succeed, `BROKEN` for those without an answer. */
  refusals: number[];
  /** Ends when each request in progress is answered. */
  stop(): Promise<void>;
};

/**
 * Concurrent shoppers, until the program ends or they are stopped. Failures are retried after a moment; one in three
 * closes the tab right after paying. The provider reports each payment.
 */
export function crowd(world: World, program: Pick<Program, 'url' | 'process'>): Crowd {
  world.webhookUrl = program.url;
  const refusals: number[] = [];
  let isOver = false;
  const isAlive = () => program.process.exitCode === null && program.process.signalCode === null;
  const shop = async (leaves: boolean) => {
    while (!isOver && isAlive()) {
      const shopper = world.newShopper();
      let isServed = false;
      while (!isServed && !isOver && isAlive()) {
        try {
          if (shopper.paymentId === null) await shopper.begin(program.url);
          if (!shopper.isPaid) shopper.pay();
          if (leaves) shopper.isGone = true;
          else await shopper.confirm(program.url);
          isServed = true;
        } catch (error) {
          refusals.push(Number(/answered (\d+)/.exec(String(error))?.[1] ?? BROKEN));
          await pause(RETRY_MS);
        }
      }
    }
  };
  const all = Promise.all(Array.from({ length: SHOPPERS }, (_, i) => shop(i % 3 === 2)));
  return {
    refusals,
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}

export const answeredOrders = (world: World) => world.shoppers.filter(({ orderNumber }) => orderNumber !== null).length;

/** Requests pages and calls that the fault must not affect, until stopped. Times in milliseconds. */
export function lookAround(program: Program, paths: readonly string[], everyMs = 50) {
  const times: number[] = [];
  const statuses = new Map<string, number>();
  let isOver = false;
  const look = async (path: string) => {
    while (!isOver) {
      const begun = performance.now();
      const answer = await fetch(program.url + path).catch(() => null);
      await answer?.arrayBuffer().catch(() => {});
      times.push(performance.now() - begun);
      const seen = `${path} ${answer?.status ?? BROKEN}`;
      statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
      await pause(everyMs);
    }
  };
  const all = Promise.all(paths.map(look));
  return {
    statuses,
    stop: async () => {
      isOver = true;
      await all;
      return times;
    },
  };
}

/** Such as `503 ×12, none ×3`. */
export function countUp(refusals: readonly number[]): string {
  const groups = Map.groupBy(refusals, (status) => status);
  return [...groups].map(([status, all]) => `${status === BROKEN ? 'cut off' : status} ×${all.length}`).join(', ');
}
