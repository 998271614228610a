import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A rate as Shippo spells it: amounts are decimal text. */
export type ShippoRate = {
  object_id: string;
  provider: string;
  servicelevel: { name: string; token: string };
  amount: string;
  currency: string;
  estimated_days: number | null;
};
type Scripted = { status?: number; body?: unknown; raw?: string; contentType?: string; delayMs?: number };

export function shippoRate(change: Partial<ShippoRate> = {}): ShippoRate {
  return {
    object_id: 'rate_1',
    provider: 'USPS',
    servicelevel: { name: 'Ground Advantage', token: 'usps_ground_advantage' },
    amount: '8.45',
    currency: 'USD',
    estimated_days: 3,
    ...change,
  };
}

const DEFAULT_RATES = [
  shippoRate(),
  shippoRate({
    object_id: 'rate_2',
    servicelevel: { name: 'Priority Mail', token: 'usps_priority' },
    amount: '11.20',
    estimated_days: 2,
  }),
  shippoRate({
    object_id: 'rate_3',
    provider: 'UPS',
    servicelevel: { name: 'Ground', token: 'ups_ground' },
    amount: '12.05',
    estimated_days: 4,
  }),
];

/** A Shippo on loopback that says what a test tells it to. */
export class ShippoStandIn {
  token = 'shippo_test_standin00001';
  readonly requests: { headers: NodeJS.Dict<string | string[]>; body: Record<string, unknown> }[] = [];
  /** What the next calls get, in turn; the usual rates when there is none. */
  readonly script: Scripted[] = [];
  url = '';
  readonly #server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const isProbe = request.method === 'GET' && request.url?.startsWith('/carrier_accounts');
    if (!isProbe && request.url !== '/shipments' && request.url !== '/shipments/') {
      return void response.writeHead(404).end('{}');
    }
    if (request.headers.authorization !== `ShippoToken ${this.token}`) {
      return void response.writeHead(401).end('{"detail":"Authentication credentials were not provided."}');
    }
    if (isProbe) {
      const { status = 200, delayMs = 0 } = this.script.shift() ?? {};
      if (delayMs) await new Promise((done) => setTimeout(done, delayMs));
      response.writeHead(status, { 'content-type': 'application/json' });
      return void response.end('{"next":null,"previous":null,"results":[]}');
    }
    this.requests.push({ headers: request.headers, body: JSON.parse(text) });
    const answer = this.script.shift() ?? { body: { status: 'SUCCESS', messages: [], rates: DEFAULT_RATES } };
    if (answer.delayMs) await new Promise((done) => setTimeout(done, answer.delayMs));
    response.writeHead(answer.status ?? 201, { 'content-type': answer.contentType ?? 'application/json' });
    response.end(answer.raw ?? JSON.stringify(answer.body ?? {}));
  });

  static async start(): Promise<ShippoStandIn> {
    const shippo = new ShippoStandIn();
    await new Promise<void>((done) => shippo.#server.listen(0, '127.0.0.1', done));
    shippo.url = `http://127.0.0.1:${(shippo.#server.address() as AddressInfo).port}`;
    return shippo;
  }

  env(url = this.url): Record<string, string> {
    return { SHIPPO_API_TOKEN: this.token, SHIPPO_API_URL: url };
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }
}
