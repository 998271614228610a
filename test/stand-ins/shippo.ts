import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { labelPdf } from '#server/features/labels/label-pdf.ts';

/** A rate in Shippo's format: amounts are decimal text. */
export type ShippoRate = {
  object_id: string;
  provider: string;
  servicelevel: { name: string; token: string };
  amount: string;
  currency: string;
  estimated_days: number | null;
};
/**
 * The fault of the next call that buys a label. `lost`: it is bought but the answer is cut; `dropped`: it never
 * arrives.
 */
export type LabelFault = 'lost' | 'dropped' | 'refused' | 'broken' | { delayMs: number };
export type Transaction = {
  object_id: string;
  object_created: string;
  status: string;
  metadata: string;
  rate: string;
  label_file_type: string;
  tracking_number: string;
  label_url: string;
  messages: { text: string }[];
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

/** A scripted Shippo on loopback. */
export class ShippoStandIn {
  token = 'shippo_test_standin00001';
  readonly requests: { headers: NodeJS.Dict<string | string[]>; body: Record<string, unknown> }[] = [];
  /** Answers to the next calls, in order; the usual rates when empty. */
  readonly script: Scripted[] = [];
  url = '';
  /** Labels that were bought or refused, oldest first. */
  readonly transactions: Transaction[] = [];
  #made = 0;
  readonly labelFaults: LabelFault[] = [];
  /** The answer of `/refunds` for each void: SUCCESS, PENDING or ERROR. */
  voids: Record<string, string> = {};
  voidStatus = 'SUCCESS';
  /** The faults of the next void requests. `lost`: it is recorded but the answer is cut. */
  readonly voidFaults: 'lost'[] = [];
  /** By tracking number. */
  readonly tracks = new Map<string, { status: string; status_date: string; location?: object }[]>();
  /** Whether the list of transactions can be read. */
  isListed = true;
  readonly #server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (await this.#answerLabels(request.method ?? '', request.url ?? '', text, response)) return;
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

  /** Bought labels, without the refused ones. */
  get bought(): Transaction[] {
    return this.transactions.filter(({ status }) => status === 'SUCCESS');
  }

  async #answerLabels(method: string, path: string, text: string, response: ServerResponse): Promise<boolean> {
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return true;
    };
    if (path.startsWith('/labels/')) {
      const file = labelPdf({
        carrier: 'USPS',
        service: path,
        from: ['Stand-in'],
        to: ['Stand-in'],
        trackingNumber: path,
        warning: 'STAND-IN',
        size: '4x6',
      });
      // As long as a label with pictures.
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.end(Buffer.concat([file, Buffer.from(`%${'x'.repeat(300_000)}\n`)]));
      return true;
    }
    const [, kind = '', id = ''] = /^\/(transactions|refunds|tracks)\/?([^?]*)/.exec(path) ?? [];
    /** Newest first. */
    const list = (all: readonly object[]) => {
      const { searchParams } = new URL(path, this.url);
      const [size, page] = [Number(searchParams.get('results') ?? 5), Number(searchParams.get('page') ?? 1)];
      const results = all.toReversed().slice(size * (page - 1), size * page);
      return json(200, { next: all.length > size * page ? `${this.url}/${kind}/?page=${page + 1}` : null, results });
    };
    if (kind === 'tracks') {
      return json(200, { tracking_history: this.tracks.get(id.split('/').at(-1) ?? '') ?? [], tracking_status: null });
    }
    if (kind === 'refunds') {
      const object = (transaction: string) => ({
        object_id: `refund_${transaction}`,
        transaction,
        status: this.voids[transaction] ?? this.voidStatus,
      });
      if (method === 'GET' && id) return json(200, object(id.replace(/^refund_/, '')));
      if (method === 'GET') return list(Object.keys(this.voids).map(object));
      const { transaction } = JSON.parse(text) as { transaction: string };
      if (transaction in this.voids) return json(400, { detail: 'There is a refund already' });
      this.voids[transaction] = this.voidStatus;
      if (this.voidFaults.shift() === 'lost') {
        response.destroy();
        return true;
      }
      return json(201, object(transaction));
    }
    if (kind !== 'transactions') return false;
    if (method === 'GET' && id) {
      const found = this.transactions.find(({ object_id }) => object_id === id);
      return found ? json(200, found) : json(404, {});
    }
    if (method === 'GET') {
      return this.isListed ? list(this.transactions) : json(503, {});
    }
    const fault = this.labelFaults.shift();
    if (fault === 'dropped') {
      response.destroy();
      return true;
    }
    if (fault === 'broken') return json(500, {});
    if (typeof fault === 'object') await new Promise((done) => setTimeout(done, fault.delayMs));
    const { metadata, rate, label_file_type } = JSON.parse(text) as Transaction;
    const number = this.#made++;
    const object_id = `transaction_${number}`;
    const made = {
      object_id,
      object_created: new Date().toISOString(),
      status: fault === 'refused' ? 'ERROR' : 'SUCCESS',
      metadata,
      rate,
      label_file_type,
      tracking_number: fault === 'refused' ? '' : `94001118990000${String(number).padStart(8, '0')}`,
      label_url: fault === 'refused' ? '' : `${this.url}/labels/${object_id}.pdf`,
      messages: fault === 'refused' ? [{ text: 'The address is not known' }] : [],
    };
    this.transactions.push(made);
    if (fault === 'lost') {
      response.destroy();
      return true;
    }
    return json(201, made);
  }

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
