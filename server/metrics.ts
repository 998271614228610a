/**
 * Figures of this process in the text format of Prometheus, version 0.0.4.
 *
 * Labels take words of our own code alone (a route's pattern, a step's name): what a visitor typed would let anybody
 * fill the memory with series, and could tell of people.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */

type Labels = Readonly<Record<string, string>>;
type Counter<L extends Labels> = { inc(labels: L, by?: number): void };
type Gauge<L extends Labels> = { set(labels: L, value: number): void };
type Histogram<L extends Labels> = { observe(labels: L, value: number): void };
type Family = { name: string; type: 'counter' | 'gauge' | 'histogram'; help: string; lines: () => string[] };

/** All figures, written out when someone reads them. */
export class MetricsRegistry {
  readonly #families: Family[] = [];
  readonly #collectors: (() => unknown)[] = [];

  /** Something that only grows. @param known label values that start at 0, so that the first event is seen as a rise */
  counter<L extends Labels>(name: string, help: string, known: readonly L[] = []): Counter<L> {
    const values = this.#values(name, 'counter', help);
    for (const labels of known) values.set(write(labels), 0);
    return {
      inc: (labels, by = 1) => {
        const key = write(labels);
        values.set(key, (values.get(key) ?? 0) + by);
      },
    };
  }

  gauge<L extends Labels>(name: string, help: string): Gauge<L> {
    const values = this.#values(name, 'gauge', help);
    return { set: (labels, value) => void values.set(write(labels), value) };
  }

  /** @param bounds upper ends of the buckets, rising; the one without end comes by itself */
  histogram<L extends Labels>(name: string, help: string, bounds: readonly number[]): Histogram<L> {
    const series = new Map<string, { buckets: number[]; sum: number; count: number }>();
    const lines = () =>
      [...series].flatMap(([labels, { buckets, sum, count }]) => [
        ...bounds.map((bound, i) => `${name}_bucket{${join(labels, `le="${bound}"`)}} ${buckets[i]}`),
        `${name}_bucket{${join(labels, 'le="+Inf"')}} ${count}`,
        `${name}_sum${braced(labels)} ${sum}`,
        `${name}_count${braced(labels)} ${count}`,
      ]);
    this.#families.push({ name, type: 'histogram', help, lines });
    return {
      observe: (labels, value) => {
        const key = write(labels);
        let one = series.get(key);
        if (!one) {
          one = { buckets: bounds.map(() => 0), sum: 0, count: 0 };
          series.set(key, one);
        }
        for (let i = bounds.length - 1; i >= 0 && value <= (bounds[i] ?? 0); i--)
          one.buckets[i] = (one.buckets[i] ?? 0) + 1;
        one.sum += value;
        one.count += 1;
      },
    };
  }

  /** Work that brings gauges up to date before they are read; what fails leaves them as they were. */
  onCollect(work: () => unknown): void {
    this.#collectors.push(work);
  }

  async text(): Promise<string> {
    await Promise.allSettled(this.#collectors.map(async (work) => work()));
    return this.#families
      .flatMap(({ name, type, help, lines }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()])
      .map((line) => `${line}\n`)
      .join('');
  }

  #values(name: string, type: 'counter' | 'gauge', help: string): Map<string, number> {
    const values = new Map<string, number>();
    const lines = () => [...values].map(([labels, value]) => `${name}${braced(labels)} ${value}`);
    this.#families.push({ name, type, help, lines });
    return values;
  }
}

function write(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))}"`)
    .join(',');
}

const join = (a: string, b: string) => (a === '' ? b : `${a},${b}`);
const braced = (labels: string) => (labels === '' ? '' : `{${labels}}`);

/** What a checkout goes through before its order. */
export type CheckoutStep = 'rates' | 'payment_start' | 'confirm';
/** `refused`: the shopper can mend it (4xx). `failed`: we or a provider could not (5xx). */
export type StepOutcome = 'ok' | 'refused' | 'failed';
/**
 * By which source an order came in: the browser's confirmation, the provider's webhook, the sweep of open checkouts, the
 * provider's list of events, or a cancelation that found the payment paid.
 */
export type OrderSource = 'confirm' | 'webhook' | 'sweep' | 'events' | 'cancel';

const STEPS: readonly CheckoutStep[] = ['rates', 'payment_start', 'confirm'];
const OUTCOMES: readonly StepOutcome[] = ['ok', 'refused', 'failed'];
const ORDER_SOURCES: readonly OrderSource[] = ['confirm', 'webhook', 'sweep', 'events', 'cancel'];
/** Seconds: from an answer out of memory to the limit of a provider's call. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** The shop's figures, all at their start. What they mean and when to worry: docs/operations.md. */
export function createMetrics() {
  const registry = new MetricsRegistry();
  const backupShrunk = registry.gauge<Record<string, never>>(
    'shop_backup_shrunk',
    'Whether the newest nightly backup holds clearly less than the one before it.',
  );
  backupShrunk.set({}, 0);
  return {
    registry,
    requests: registry.counter('shop_http_requests_total', 'Requests of all kinds, pages and assets included.', [{}]),
    requestSeconds: registry.histogram<{ method: string; route: string; status: string }>(
      'shop_request_duration_seconds',
      'Time from the first byte of a call under /api to the end of its answer.',
      DURATIONS,
    ),
    checkoutSteps: registry.counter<{ step: CheckoutStep; outcome: StepOutcome }>(
      'shop_checkout_steps_total',
      'Steps of checkouts: rates asked for, payments started, payments confirmed by the browser.',
      STEPS.flatMap((step) => OUTCOMES.map((outcome) => ({ step, outcome }))),
    ),
    orders: registry.counter<{ source: OrderSource }>(
      'shop_orders_total',
      'Orders made, by the source that was first.',
      ORDER_SOURCES.map((source) => ({ source })),
    ),
    webhooks: registry.counter<{ outcome: StepOutcome }>(
      'shop_webhooks_total',
      "The payment provider's calls; refused ones are not signed with our secret.",
      OUTCOMES.map((outcome) => ({ outcome })),
    ),
    cardDeclines: registry.counter<Record<string, never>>(
      'shop_card_declines_total',
      'Cards that were declined, as the payment provider tells of them.',
      [{}],
    ),
    closedPayments: registry.counter<Record<string, never>>(
      'shop_payments_closed_total',
      'Payments canceled after ten declined cards.',
      [{}],
    ),
    paymentProofs: registry.counter<{ outcome: 'asked' | 'ok' | 'refused' }>(
      'shop_payment_proofs_total',
      'Starts of payments while many cards are declined: a computation was asked for, was right, or did not count.',
      [{ outcome: 'asked' }, { outcome: 'ok' }, { outcome: 'refused' }],
    ),
    recentDeclines: registry.gauge<Record<string, never>>(
      'shop_card_declines_last_hour',
      'Declined cards of the last hour at all instances, as of the last pass of the sweep or the last of them.',
    ),
    foreignPayments: registry.counter<Record<string, never>>(
      'shop_foreign_payments_total',
      'Notices of payments of another business on the same account (STRIPE_ACCOUNT_SHARED).',
      [{}],
    ),
    sweeps: registry.counter<{ outcome: 'ok' | 'failed' }>('shop_sweeps_total', 'Passes of the sweep.', [
      { outcome: 'ok' },
      { outcome: 'failed' },
    ]),
    sweptCheckouts: registry.counter<{ outcome: 'checked' | 'orders' | 'canceled' | 'failed' }>(
      'shop_swept_checkouts_total',
      'Checkouts that the sweep looked at, and what became of them.',
      (['checked', 'orders', 'canceled', 'failed'] as const).map((outcome) => ({ outcome })),
    ),
    lastSweep: registry.gauge<Record<string, never>>(
      'shop_sweep_last_ok_timestamp_seconds',
      'When a pass of the sweep last ended well, or the sweep began.',
    ),
    mails: registry.counter<{ outcome: 'sent' | 'retried' | 'refused' }>(
      'shop_mails_total',
      'Tries to send a mail; refused ones are given up.',
      (['sent', 'retried', 'refused'] as const).map((outcome) => ({ outcome })),
    ),
    backupShrunk,
    logins: registry.counter<{ outcome: 'ok' | 'refused' }>('shop_admin_logins_total', 'Tries to log in.', [
      { outcome: 'ok' },
      { outcome: 'refused' },
    ]),
  };
}
