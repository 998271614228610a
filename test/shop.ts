import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { asAdmin } from './admin.ts';
import { startTestApp, type TestApp } from './app.ts';
import { emptyTables } from './clean-tables.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

type Options = Parameters<typeof startTestApp>[0];
type Call = Awaited<ReturnType<typeof asAdmin>>;

/** One server for all tests of the file or the `describe` that calls this. */
export function shopForAll(options?: Options): TestApp {
  const shop = {} as TestApp;
  beforeAll(async () => {
    Object.assign(shop, await startTestApp(options));
  });
  afterAll(() => shop.close());
  return shop;
}

/** A server with a fresh database for each test of the file or the `describe` that calls this. */
export function shopForEach(options?: Options): TestApp {
  const shop = {} as TestApp;
  beforeEach(async () => {
    Object.assign(shop, await startTestApp(options));
  });
  afterEach(() => shop.close());
  return shop;
}

/** A database that is emptied after each test, for a file whose tests start their own shops on it. */
export function databaseForAll(): TestDatabase {
  const database = {} as TestDatabase;
  beforeAll(async () => {
    Object.assign(database, await openTestDatabase());
  });
  afterEach(() => emptyTables(database.connection.db));
  afterAll(() => database.remove());
  return database;
}

/** Calls as the admin of such a shop, logged in once for each server, with the first call. */
export function adminOf(shop: TestApp): (...call: Parameters<Call>) => Promise<Awaited<ReturnType<Call>>> {
  let of: TestApp['app'];
  let signedIn: Promise<Call>;
  return (...call) => {
    if (of !== shop.app) {
      of = shop.app;
      signedIn = asAdmin(shop);
    }
    return signedIn.then((admin) => admin(...call));
  };
}
