import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The last parts of names that never lead to a public host. */
const PRIVATE_NAMES = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'arpa'];

/**
 * Why the server does not send to an endpoint that a browser gave; undefined if it does. The addresses of its host are
 * checked by `publicLookup` when the connection is made.
 */
export function refusalOfEndpoint(endpoint: string): string | undefined {
  if (!URL.canParse(endpoint)) return 'The endpoint must be a URL.';
  const { protocol, username, password, port, hostname } = new URL(endpoint);
  if (protocol !== 'https:') return 'The endpoint must begin with https.';
  if (username || password) return 'The endpoint must not contain a name or password.';
  if (port) return 'The endpoint must have the usual port of HTTPS.';
  const labels = hostname.replace(/\.$/, '').split('.');
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (isAddress || labels.length < 2 || PRIVATE_NAMES.includes(labels.at(-1) ?? '')) {
    return 'The endpoint must name a public host.';
  }
  return undefined;
}

/** Whether an IP address is one of the public internet: not private, loopback, link-local, mapped, reserved or multicast. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // Of an IPv4 address inside an IPv6 one, the IPv4 address decides.
  return ipaddr.process(address).range() === 'unicast';
}

/** Thrown towards a connection to a name that leads to an address which is not public. */
export class PrivateAddress extends Error {
  constructor(hostname: string) {
    super(`${hostname} leads to an address that is not public`);
  }
}

/** How long a name server may take for its answer, in milliseconds. */
const NAME_WITHIN = 2000;

type Resolve = (
  hostname: string,
  options: { family?: number | string | undefined },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Asks name servers, the machine's own where none are given. `dns.lookup` would wait in one of the few threads that files and
 * passwords need too, for as long as the server of a stranger's name likes, and would know the names of the hosts file.
 */
export function nameServers(servers?: string[]): Resolve {
  return (hostname, { family }, callback) => {
    // A new one for each name, since it reads once which servers the machine asks.
    const resolver = new Resolver({ timeout: NAME_WITHIN, tries: 1 });
    if (servers) resolver.setServers(servers);
    const families = [4, 6].filter((each) => !family || family === each || family === `IPv${each}`);
    const asked = families.map(async (each) => {
      const addresses = await (each === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
      return addresses.map((address) => ({ address, family: each }));
    });
    void Promise.allSettled(asked).then((answers) => {
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const failed = answers.find((answer) => answer.status === 'rejected');
      if (found.length === 0 && failed) callback(failed.reason as Error, []);
      else callback(null, found);
    });
  };
}

/**
 * Looks up a name for a connection and refuses it if any of its addresses is not public. The connection goes to the
 * addresses that were checked, so that a name cannot lead elsewhere a moment later.
 */
export function publicLookup(resolve: Resolve = nameServers()): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolve(hostname, { family }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (error) callback(error, '');
      else if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new PrivateAddress(hostname), '');
      } else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
