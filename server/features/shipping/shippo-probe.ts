import type { Config } from '#server/config.ts';
import { API_URL, shippoHeaders } from './shippo.ts';

/** Shippo's answer to our token; `isLive` is read from the token's prefix. */
export type ShippoProbe =
  | { kind: 'accepted'; isLive: boolean }
  | { kind: 'refused' | 'unreachable' }
  | { kind: 'failed'; status: number };

/**
 * Makes one read-only call to Shippo.
 *
 * @see https://docs.goshippo.com/shippoapi/public-api/carrier-accounts/listcarrieraccounts
 */
export async function probeShippo(
  { token, apiUrl = API_URL }: Pick<NonNullable<Config['shippo']>, 'token' | 'apiUrl'>,
  limitMs: number,
): Promise<ShippoProbe> {
  try {
    const answer = await fetch(`${apiUrl}/carrier_accounts?results=1`, {
      headers: shippoHeaders(token),
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
    await answer.body?.cancel();
    if (answer.ok) return { kind: 'accepted', isLive: token.startsWith('shippo_live_') };
    return [401, 403].includes(answer.status) ? { kind: 'refused' } : { kind: 'failed', status: answer.status };
  } catch {
    return { kind: 'unreachable' };
  }
}
