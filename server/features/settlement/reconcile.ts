import { randomUUID } from 'node:crypto';
import { logContext } from '#server/log.ts';
import { cancelDeclined, forgetOldDeclines, renewDeclines } from './declines/service.ts';
import type { SettlementDeps } from './deps.ts';
import { FIRST_CHECK_SECONDS } from './open-payment.ts';
import { resumeOwed } from './owed/service.ts';
import { resumeRefunds } from './refunds/service.ts';
import { type Checkout, claimDueCheckouts, deleteUnpaidCheckouts, isSuperseded } from './repository.ts';
import { cancelCheckout, settleFrom } from './service.ts';
import { reconcileEvents } from './webhook-events.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Age, by the provider's clock, at which an unpaid payment is canceled. */
const UNPAID_MS = 2 * HOUR_MS;
/** Longer than the provider lists its events, so that a late event still finds its checkout. */
const KEPT_MS = 35 * DAY_MS;
const MAX_PAUSE_MS = 15 * MINUTE_MS;
/** Delay of the second pass: by then every checkout from before the start is due, even one paid just before it. */
const SECOND_PASS_SECONDS = FIRST_CHECK_SECONDS + 1;
/** Checkouts claimed and checked in one batch. */
const BATCH = 10;
/** Checkouts of the last minutes are checked first, because they are the most likely to be paid. */
const YOUNG_MS = 10 * MINUTE_MS;
/** How many checkouts one pass checks; it also takes at most half of the pause between passes. */
const PASS_LIMIT = 5_000;
/** How many rows one pass deletes. */
const DELETE_LIMIT = 5_000;

export type ReconcileResult = {
  checked: number;
  orders: number;
  canceled: number;
  failed: number;
  deleted: number;
};

/**
 * Starts the reconciliation of open checkouts with the provider: now, once more when the newest of them are due, and
 * every `config.sweepSeconds`.
 *
 * @param housekeeping runs after each pass: other features delete their expired data; its errors are logged and do not
 * affect the pass
 * @returns `stop`, which waits for a running pass
 */
export function startReconciliation(
  deps: SettlementDeps,
  housekeeping: () => Promise<void> = async () => {},
): { stop(): Promise<void> } {
  const { sweepSeconds } = deps.config;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let pass: Promise<void> = Promise.resolve();
  // The metric starts now, so that it also shows a reconciliation whose first pass never succeeds.
  deps.metrics.lastSweep.set({}, deps.clock.now().getTime() / 1000);
  const run = (pauseSeconds: number) => {
    const passId = randomUUID();
    const startedAt = performance.now();
    pass = logContext
      .run({ passId }, () => reconcileAndLog(deps, housekeeping, stopping.signal))
      .then(() => {
        // Measured from start to start, so that a long pass does not delay the next.
        const pauseMs = Math.max(0, pauseSeconds * 1000 - (performance.now() - startedAt));
        if (!stopping.signal.aborted) timer = setTimeout(run, pauseMs, sweepSeconds);
      });
  };
  run(Math.min(sweepSeconds, SECOND_PASS_SECONDS));
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await pass;
    },
  };
}

async function reconcileAndLog(
  deps: SettlementDeps,
  housekeeping: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const result = await reconcileCheckouts(deps, signal);
    for (const outcome of ['checked', 'orders', 'canceled', 'failed'] as const) {
      deps.metrics.sweptCheckouts.inc({ outcome }, result[outcome]);
    }
    deps.metrics.sweeps.inc({ outcome: 'ok' });
    deps.metrics.lastSweep.set({}, deps.clock.now().getTime() / 1000);
    if (result.orders + result.canceled + result.failed + result.deleted > 0) {
      deps.log.info({ event: 'sweep', ...result }, 'checkouts reconciled');
    }
  } catch (error) {
    deps.metrics.sweeps.inc({ outcome: 'failed' });
    deps.log.warn({ event: 'sweep_failed', err: error }, 'the reconciliation of checkouts failed and will come again');
  }
  try {
    await resumeRefunds(deps, signal);
  } catch (error) {
    deps.log.warn({ event: 'refunds_unread', err: error }, 'refunds of unknown result could not be asked about');
  }
  try {
    await resumeOwed(deps, signal);
  } catch (error) {
    deps.log.warn({ event: 'owed_unread', err: error }, 'requested payments could not be asked about');
  }
  try {
    await housekeeping();
  } catch (error) {
    deps.log.warn({ event: 'housekeeping_failed', err: error }, 'expired data could not be deleted and stays for now');
  }
}

/**
 * One pass: settles what the provider lists as paid, then asks about open checkouts, newest first. It cancels payments
 * that have been unpaid for two hours or were replaced by a newer start, and deletes checkouts canceled weeks ago. A
 * pass is limited, so that many open checkouts do not delay the next read of the provider's list. Several instances may
 * run it at once; each takes other checkouts.
 */
export async function reconcileCheckouts(deps: SettlementDeps, signal?: AbortSignal): Promise<ReconcileResult> {
  const result: ReconcileResult = { checked: 0, orders: 0, canceled: 0, failed: 0, deleted: 0 };
  try {
    result.orders += await reconcileEvents(deps, signal);
  } catch (error) {
    // The checkouts below are still checked; the next pass reads the list again.
    result.failed += 1;
    deps.log.warn({ event: 'events_unread', err: error }, 'the list of succeeded payments could not be read');
  }
  await renewDeclines(deps);
  result.canceled += await cancelDeclined(deps);
  await forgetOldDeclines(deps);
  const end = performance.now() + (deps.config.sweepSeconds * 1000) / 2;
  const isOver = () => signal?.aborted || performance.now() > end || result.checked >= PASS_LIMIT;
  for (const order of ['youngest', 'due'] as const) {
    while (!isOver()) {
      const batch = await claim(deps, order);
      const outcomes = await Promise.all(batch.map((checkout) => reconcileOne(deps, checkout)));
      for (const outcome of outcomes) if (outcome) result[outcome] += 1;
      result.checked += batch.length;
      if (batch.length < BATCH) break;
    }
  }
  const keptSince = new Date(deps.clock.now().getTime() - KEPT_MS);
  result.deleted = await deps.db.transaction(async (tx) => {
    const payments = await deleteUnpaidCheckouts(tx, { provider: deps.payments.name, keptSince, limit: DELETE_LIMIT });
    await deps.payments.forgetPayments?.(
      tx,
      payments.filter((id) => id !== null),
    );
    return payments.length;
  });
  return result;
}

function claim(deps: SettlementDeps, order: 'youngest' | 'due'): Promise<Checkout[]> {
  const now = deps.clock.now();
  const shortest = deps.config.sweepSeconds * 1000;
  // Older checkouts are less likely to be paid: each pause is a tenth of the age.
  const pause = (checkout: Checkout) =>
    Math.max(shortest, Math.min(MAX_PAUSE_MS, (now.getTime() - checkout.createdAt.getTime()) / 10));
  return claimDueCheckouts(
    deps.db,
    {
      provider: deps.payments.name,
      now,
      latest: new Date(now.getTime() + Math.max(shortest, MAX_PAUSE_MS)),
      order,
      ...(order === 'youngest' && { createdAfter: new Date(now.getTime() - YOUNG_MS) }),
      limit: BATCH,
    },
    (checkout) => new Date(now.getTime() + pause(checkout)),
  );
}

/** An error of one checkout is logged and does not stop the others; the checkout is retried later. */
async function reconcileOne(
  deps: SettlementDeps,
  checkout: Checkout,
): Promise<'orders' | 'canceled' | 'failed' | null> {
  try {
    const { paymentIntentId, createdAt } = checkout;
    const settlement = paymentIntentId ? await settleFrom(deps, 'sweep', paymentIntentId) : null;
    if (settlement?.kind === 'order') return settlement.isNew ? 'orders' : null;
    if (settlement?.kind === 'anomaly') return null;
    // Our own clock may be wrong, so it is used only for payments that no provider knows and nobody can pay.
    const told = settlement?.kind === 'unpaid' ? settlement.ageMs : null;
    const ageMs = told ?? deps.clock.now().getTime() - createdAt.getTime();
    if (ageMs < UNPAID_MS && !(await isSuperseded(deps.db, checkout))) return null;
    const { kind, ...rest } = await cancelCheckout(deps, checkout);
    if (kind === 'canceled') return 'canceled';
    return kind === 'order' && 'isNew' in rest && rest.isNew ? 'orders' : null;
  } catch (error) {
    deps.log.warn(
      { event: 'sweep_checkout_failed', err: error, checkoutId: checkout.id },
      'a checkout could not be reconciled',
    );
    return 'failed';
  }
}
