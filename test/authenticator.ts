import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Assertion, AssertionOptions, Attestation, CreationOptions } from '#shared/admin/account.ts';

/** What a device or a browser may do wrong. */
export type Faults = {
  origin?: string;
  host?: string;
  challenge?: string;
  /** Neither PIN nor finger. */
  isUnverified?: boolean;
  counter?: number;
  /** As if the key had been made for another person. */
  userHandle?: string;
  type?: string;
  isForged?: boolean;
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

/** A device with one passkey, in software: ES256, without attestation, with a count that goes up. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(32);
  readonly #origin: string;
  #userHandle = '';
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Answers `navigator.credentials.create`. */
  create(options: CreationOptions, faults: Faults = {}): Attestation {
    this.#userHandle = options.user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)]);
    const authData = Buffer.concat([this.#data(options.rp.id, faults, 0x40), credential]);
    const attestation = new Map<unknown, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    const id = base64(this.id);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, faults),
        attestationObject: base64(cbor(attestation)),
        transports: ['internal'],
      },
    };
  }

  /** Answers `navigator.credentials.get`. */
  get(options: AssertionOptions, faults: Faults = {}): Assertion {
    this.counter = faults.counter ?? this.counter + 1;
    const data = this.#data(options.rpId, faults, 0);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, faults);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const key = faults.isForged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : this.#keys.privateKey;
    const id = base64(this.id);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: base64(data),
        signature: base64(sign('sha256', signed, key)),
        userHandle: faults.userHandle ?? this.#userHandle,
      },
    };
  }

  #clientData(type: string, challenge: string, faults: Faults): string {
    const data = {
      type: faults.type ?? type,
      challenge: faults.challenge ?? challenge,
      origin: faults.origin ?? this.#origin,
    };
    return base64(Buffer.from(JSON.stringify({ ...data, crossOrigin: false })));
  }

  /** Host, flags (present, verified) and count. */
  #data(host: string, { host: other, isUnverified }: Faults, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(other ?? host), Buffer.from([flags | 0x01 | (isUnverified ? 0 : 0x04)]), count]);
  }
}

/** The part of CBOR that a credential needs: whole numbers, bytes, texts and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
  throw new TypeError(`No CBOR for ${typeof value}`);
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255]);
}
