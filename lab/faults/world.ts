import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { products } from '#brand/catalogue.ts';
import { PASSWORD } from '#lab/bench/shop.ts';
import { emails } from '#server/features/emails/schema.ts';
import { orderEvents, orders } from '#server/features/orders/schema.ts';
import { checkouts, paymentAnomalies } from '#server/features/settlement/schema.ts';
import type { Engine } from '#test/engine-base.ts';
import { findSecrets } from '#test/log-secrets.ts';
import { aCart, aNewYorkAddress, NO_LIMITS, paymentIdOf } from '#test/makers.ts';
import { type Program, type ProgramOptions, spawnProgram, startProgram } from '#test/program.ts';
import { confirmOrder, startPaymentFor } from '#test/shopper.ts';
import { startSmtp, type TestSmtp } from '#test/smtp.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';
import { type Evidence, judge, type Told, type Verdict } from './verdict.ts';

const BOX_CENTS = products.find(({ id }) => id === 'box40')?.priceCents ?? 0;

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Waits for a condition. @throws Error that says what did not happen */
export async function until(what: string, holds: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} did not come in ${limitMs / 1000} s`);
    await pause(20);
  }
}

/** A person who buys one box, and continues after a failure, like the browser's page. */
export class Shopper implements Told {
  readonly email = `shopper-${randomUUID()}@shopper.example`;
  readonly attempt = randomUUID();
  paymentId: string | null = null;
  orderNumber: string | null = null;
  agreedCents = 0;
  /** The tab is closed: this order is not requested again. */
  isGone = false;
  readonly #stripe: StripeStandIn;

  constructor(stripe: StripeStandIn) {
    this.#stripe = stripe;
  }

  /** Rates and payment start. @throws what the shop answers, or the broken connection */
  async begin(url: string): Promise<void> {
    const address = aNewYorkAddress({ email: this.email });
    const secret = await startPaymentFor(url, {
      address,
      attempt: this.attempt,
      onRate: (cents) => this.#agree(cents),
    });
    this.paymentId = paymentIdOf(secret);
  }

  #agree(shippingCents: number): void {
    const [line] = aCart();
    this.agreedCents = BOX_CENTS * (line?.quantity ?? 0) + shippingCents;
  }

  get isPaid(): boolean {
    return this.paymentId !== null && this.#stripe.intent(this.paymentId).status === 'succeeded';
  }

  pay(): void {
    if (this.paymentId === null) throw new Error('There is nothing to pay yet');
    this.#stripe.confirm(this.paymentId);
  }

  async confirm(url: string): Promise<void> {
    this.orderNumber = (await confirmOrder(url, this.paymentId ?? '')).orderNumber;
  }

  /** Completes the remaining steps. */
  async finish(url: string): Promise<void> {
    if (this.paymentId === null) await this.begin(url);
    if (!this.isPaid) this.pay();
    if (this.orderNumber === null) await this.confirm(url);
  }
}

export type WorldOptions = {
  /** In addition to the common environment of this world's programs. */
  env?: Record<string, string>;
};

/** A shop's environment, which outlives its process: database, payment provider, mail server and shoppers. */
export class World {
  readonly engine: Engine;
  readonly stripe: StripeStandIn;
  readonly smtp: TestSmtp;
  readonly shoppers: Shopper[] = [];
  /** The environment variables of the programs. */
  env: Record<string, string>;
  /** Mails in addition to the two of each order. */
  extraMails = 0;
  /** The target of the provider's events while `sendsWebhooks`; each is retried a few times. */
  webhookUrl: string | null = null;
  #isClosed = false;
  readonly #programs: Program[] = [];
  readonly #calls = new Set<Promise<unknown>>();

  private constructor(engine: Engine, stripe: StripeStandIn, smtp: TestSmtp, env: Record<string, string>) {
    this.engine = engine;
    this.stripe = stripe;
    this.smtp = smtp;
    this.env = env;
    stripe.onEvent = (event) => {
      if (this.webhookUrl === null || event.type !== 'payment_intent.succeeded') return;
      const call = stripe.deliver(event, `${this.webhookUrl}/api/stripe/webhook`, { tries: 3, pauseMs: 100 });
      this.#calls.add(call);
      void call.finally(() => this.#calls.delete(call));
    };
  }

  static async open(engine: Engine, options: WorldOptions = {}): Promise<World> {
    const stripe = await StripeStandIn.start();
    const smtp = await startSmtp();
    const env = {
      ...engine.options.env,
      ...NO_LIMITS,
      ...stripe.env(),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Doña Guayaba <hola@shop.example>',
      OWNER_EMAIL: 'owner@shop.example',
      ADMIN_PASSWORD: PASSWORD,
      SWEEP_SECONDS: '1',
      // Hundreds of starts: caches Node's compiled code.
      NODE_COMPILE_CACHE: resolve('.cache/compiled'),
      ...options.env,
    };
    return new World(engine, stripe, smtp, env);
  }

  /**
   * Starts a program on this world's database and waits until it is ready. @param how.main another file than that of an
   * owner's start
   */
  async start(env: Record<string, string> = {}, how: Pick<ProgramOptions, 'main' | 'port'> = {}): Promise<Program> {
    for (let tries = 1; ; tries++) {
      try {
        const program = await startProgram({ ...this.#options(env), ...how });
        this.#programs.push(program);
        return program;
      } catch (error) {
        // On a busy machine PostgreSQL may delay a start too long; like a supervisor, retry once.
        if (tries === 3 || !/does not answer/.test(String(error))) throw error;
      }
    }
  }

  /** The same, without waiting. */
  async spawn(env: Record<string, string> = {}): Promise<Program> {
    const program = await spawnProgram(this.#options(env));
    this.#programs.push(program);
    return program;
  }

  #options(env: Record<string, string>): ProgramOptions {
    return { env: { ...this.env, ...env }, dataDir: this.engine.options.dataDir };
  }

  newShopper(): Shopper {
    const shopper = new Shopper(this.stripe);
    this.shoppers.push(shopper);
    return shopper;
  }

  /** A whole purchase by a new shopper. */
  async buy(url: string): Promise<Shopper> {
    const shopper = this.newShopper();
    await shopper.finish(url);
    return shopper;
  }

  /**
   * One complete pass of the reconciliation, which ends with the provider's list of events: the next list means that it has
   * ended.
   */
  async reconcileOnce(): Promise<void> {
    const lists = () => this.stripe.requests.filter(({ path }) => path === '/v1/events').length;
    const before = lists();
    await until('a pass of the reconciliation', () => lists() >= before + 2);
  }

  /** Ends the leases of a killed program's mails, which would take a minute. No program may run. */
  async endLeases(): Promise<void> {
    await this.engine.read((db) =>
      db.update(emails).set({ nextAttemptAt: sql`now()` }).where(sql`${emails.status} = 'queued'`),
    );
  }

  /**
   * After the fault: one pass of the reconciliation, then waiting pages ask again, then every mail is sent. Stops the program
   * and judges.
   *
   * @param program the one that has to recover; by default a new one
   */
  async settle(program?: Program): Promise<Verdict> {
    this.webhookUrl = null;
    await Promise.all(this.#calls);
    const last = program ?? (await this.start());
    await this.reconcileOnce();
    for (const shopper of this.shoppers) if (!shopper.isGone) await shopper.finish(last.url);
    await this.mailsOut().catch(() => {
      // A missing mail is for the verdict.
    });
    const code = await last.stop();
    const verdict = judge(await this.evidence());
    if (code !== 0) {
      const last5 = last.output().trim().split('\n').slice(-5).join('\n');
      verdict.breaches.push(`the program ended with ${code} at SIGTERM:\n${last5}`);
    }
    verdict.breaches.push(...this.#logged());
    return verdict;
  }

  /**
   * Until every mail of every paid order has been accepted; longer than the lease of a mail whose sender was killed.
   */
  mailsOut(): Promise<void> {
    const expected = () => 2 * this.stripe.countByStatus('succeeded') + this.extraMails;
    const delivered = () => new Set(this.smtp.received.map((mail) => mail.messageId)).size;
    return until('every mail', () => delivered() >= expected(), 100_000);
  }

  /** N8: no log line contains a secret. N9: no answer was 500, which would be an unhandled error. */
  #logged(): string[] {
    const lines = this.#programs.flatMap((program) => program.output().split('\n'));
    const unforeseen = lines.filter((line) => line.includes('"request failed"') && line.includes('"code":"internal"'));
    return [
      ...findSecrets(lines).map((hit) => `N8: ${hit}`),
      ...unforeseen.map((line) => `N9: answered with 500: ${line.slice(0, 2_000)}`),
    ];
  }

  /** On PGlite no program may run. */
  async evidence(): Promise<Evidence> {
    const payments = [...this.stripe.intents.values()].map(({ id, status, amount, currency }) => ({
      id,
      status,
      amountCents: amount,
      currency,
    }));
    const rows = await this.engine.read(async (db) => ({
      checkouts: await db.select().from(checkouts),
      orders: await db.select().from(orders),
      events: await db.select().from(orderEvents),
      emails: await db.select().from(emails),
      anomalies: await db.select().from(paymentAnomalies),
    }));
    return { told: this.shoppers, payments, delivered: this.smtp.received.map((m) => m.messageId ?? ''), ...rows };
  }

  /** Ends all running programs and removes everything. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.all(this.#programs.map((program) => program.stop('SIGKILL')));
    await this.stripe.close();
    await this.smtp.close();
    await this.engine.remove();
  }
}
