import { isIP, isIPv6 } from 'node:net';

/**
 * The identity of a caller: an IPv4 address, or the /64 network of an IPv6 address, because one subscriber gets all of
 * it (RFC 6177). `none` for anything that is not an address.
 *
 * @param address from `request.ip` or a socket
 */
export function networkOf(address: string | undefined): string {
  // A proxy trusted without checks may forward headers of any content and length.
  if (address === undefined || isIP(address) === 0) return 'none';
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '');
  const [head = '', tail] = address.split('%', 1)[0]?.toLowerCase().split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const network = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
