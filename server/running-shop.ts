import { AsyncLocalStorage } from 'node:async_hooks';
import type { AddressInfo } from 'node:net';
import { facts } from '#brand/facts.ts';
import { type BuiltApp, buildBehind } from './app.ts';
import { type Background, startBackground } from './background.ts';
import { buildDeps } from './build-deps.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import type { Connection } from './db/connect.ts';
import { type App, type Logger, systemClock } from './deps.ts';
import { eachSecond } from './each-second.ts';
import type { AppDeps } from './feature.ts';
import { type Env, readSignature, readStored, settingsOf } from './features/shop-settings/stored.ts';
import { Front } from './plugins/http-server.ts';
import type { Site } from './plugins/pages/site-files.ts';
import type { EndPart } from './shutdown.ts';

type Options = {
  env: Env;
  /** As the environment alone gives it. */
  first: Pick<Config, 'settingsKey' | 'dataDir' | 'databaseUrl'>;
  connection: Connection;
  log: Logger;
  /** The built site for a configuration. */
  siteOf: (config: Config) => Site;
  renderFolder: string | null;
};

type Running = { deps: AppDeps; background: Background[] } & BuiltApp;

/**
 * The shop of this process. When the admin saves settings, everything above the database is built again from them:
 * later requests go to the new app, and the earlier one finishes those that it has. The earlier background work stops
 * before the new one starts.
 */
export class RunningShop {
  readonly #options: Options;
  readonly #front = new Front();
  #current: Running | null = null;
  /** The first app closes the listening server. */
  #first: App | null = null;
  /** What of the stored settings is in force, or was refused. */
  #signature = '';
  #applying: Promise<void> = Promise.resolve();
  #exchange: Promise<void> = Promise.resolve();
  #isEnding = false;
  /** Background work must not belong to the request that has saved. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #following: { stop(): Promise<void> } | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Builds the shop; it does not listen yet. @throws ConfigError */
  async open(): Promise<Running> {
    const running = await this.#build();
    await running.show();
    this.#current = running;
    this.#first = running.app;
    return running;
  }

  async listen({ port, host }: { port: number; host: string }): Promise<void> {
    await this.#first?.listen({ port, host });
  }

  get address(): AddressInfo {
    return this.#front.server.address() as AddressInfo;
  }

  /** Starts the background work, and asks for settings that another instance has stored. */
  async startBackground(): Promise<void> {
    const { connection, log } = this.#options;
    if (!this.#current || this.#isEnding) return;
    this.#exchange = startBackground(this.#current.deps, this.#current.background);
    await this.#exchange;
    if (connection.engine === 'pglite' || this.#isEnding) return;
    this.#following = eachSecond(
      async () => {
        if ((await readSignature(connection.db)) !== this.#signature) await this.apply();
      },
      (error) => log.error({ event: 'settings_not_applied', err: error }, 'stored settings could not be put in force'),
    );
  }

  /** Puts the stored settings in force, if they have changed; the present ones stay if the new ones are refused. */
  apply(): Promise<void> {
    this.#applying = this.#applying.catch(() => {}).then(() => this.#outside(() => this.#applyNow()));
    return this.#applying;
  }

  async #applyNow(): Promise<void> {
    // Background work of two changes must not overlap.
    await this.#exchange;
    const { connection, log } = this.#options;
    const before = this.#current;
    if (!before || this.#isEnding || (await readSignature(connection.db)) === this.#signature) return;
    const next = await this.#build().catch((error: unknown) => {
      // A refused configuration waits for the next save, anything else is tried again.
      if (!(error instanceof ConfigError)) this.#signature = '';
      throw error;
    });
    if (this.#isEnding) return;
    this.#current = next;
    const drained = next.show();
    log.info({ event: 'settings_applied' }, 'the stored settings are in force');
    this.#exchange = this.#exchangeBackground(before, next).catch((error) =>
      log.error({ event: 'background_failed', err: error }, 'background work could not be started again'),
    );
    // A request that the earlier app still had may have published; PGlite has nobody else who could tell.
    void drained.then(() => next.deps.content.refresh()).catch(() => {});
  }

  async #exchangeBackground(before: Running, next: Running): Promise<void> {
    await Promise.allSettled(before.background.map(([, work]) => work.stop()));
    if (!this.#isEnding) await startBackground(next.deps, next.background);
  }

  async #build(): Promise<Running> {
    const { env, first, connection, log, siteOf, renderFolder } = this.#options;
    const stored = await readStored(connection.db, first);
    // Also of settings that are refused below: they are not tried again each second.
    this.#signature = stored.signature;
    const config = readConfig(env, facts, settingsOf(stored.groups, env));
    if (config.unreadable.length > 0) {
      log.error(
        { event: 'settings_unreadable', groups: config.unreadable },
        'stored settings cannot be decrypted: SETTINGS_KEY or settings.key is missing or another one',
      );
    }
    const deps = await buildDeps({
      ...{ config, connection, clock: systemClock, log, renderFolder },
      site: siteOf(config),
      shopSettings: { env, apply: () => this.apply() },
    });
    return { deps, background: [], ...(await buildBehind(deps, this.#front)) };
  }

  /** Ends requests and background work. */
  async close(end: EndPart): Promise<void> {
    this.#isEnding = true;
    await end('settings', Promise.allSettled([this.#following?.stop(), this.#applying]));
    const { app, background = [] } = this.#current ?? {};
    const apps = [...new Set([app, this.#first])].filter((each) => each != null);
    await Promise.all([
      end('requests', Promise.all(apps.map((each) => each.close()))),
      end('exchange', this.#exchange),
      ...background.map(([name, work]) => end(name, work.stop())),
    ]);
  }
}
