import { Agent, createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';

/** A certificate of `shop.test`, self-signed, valid from 2020 to 2120. Its key is public: for tests only. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBYDCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlzaG9wLnRl
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CXNob3AudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGQ2O2auB81RKWnX
IxUFUPJsaPdRcaNP6Q8FhCDuFoqK93gCpleQmdYVEIdikTOJb7v0mIe3DSq0SPrM
ylktj9OjSDBGMBQGA1UdEQQNMAuCCXNob3AudGVzdDAPBgNVHRMBAf8EBTADAQH/
MB0GA1UdDgQWBBSIFrdcC1lqoB9QBibG1OCPmj8QVjAKBggqhkjOPQQDAgNHADBE
AiA5wxAkENuGwGcEqF9ctCAjx5SGaF8b/VwU56qPlU4dOQIgKuW5gHc86ACF+Cpd
EBqw9EsIBU7bWBmQOhH0fA53/J0=
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQge39cUdaeX9m6zzCj
o5C7kaku62InezXV1R5qg0IaMLKhRANCAARkNjtmrgfNUSlp1yMVBVDybGj3UXGj
T+kPBYQg7haKivd4AqZXkJnWFRCHYpEziW+79JiHtw0qtEj6zMpZLY/T
-----END PRIVATE KEY-----`;
export const CERTIFICATE_ENDS = new Date('2120-01-01T00:00:00Z');

type Answer = { status?: number; location?: string; body?: string };

/** A web server with TLS on loopback that answers every request with `answer`. */
export async function startHttps(answer: () => Answer) {
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (_request, response) => {
    const { status = 200, location, body = '' } = answer();
    response.writeHead(status, location ? { location } : {}).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    /** With the certificate's name. */
    url: `https://shop.test:${port}`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

const toLoopback: LookupFunction = (_host, options, answer) =>
  options.all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4);

/** Resolves every name to this machine; by default trusts the certificate above. */
export function loopbackAgent({ isTrusting = true } = {}): Agent {
  return new Agent({ lookup: toLoopback, ...(isTrusting && { ca: CERTIFICATE }) });
}
