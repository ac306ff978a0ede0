import { lookup } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { isPublicAddress } from './public-address.ts';

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** A stream of as many bytes as the header `Content-Length` says; whoever opened it destroys it. */
  readonly body?: string | Readable;
}

/** Resolves a name as `dns.lookup` does. */
export type ResolveName = (
  name: string,
  options: { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void;

export interface OutboundRequests {
  /**
   * Sends a request and returns the answer, whose body the caller reads or destroys. Redirects are not followed. Throws
   * `AddressNotAllowed`, or the error of the network.
   */
  send(url: URL, request: OutboundRequest): Promise<IncomingMessage>;
  /** Whether a host leads to an allowed address now. A name that cannot be resolved may do so later. */
  mayLead(url: URL): Promise<boolean>;
}

/** The host is, or resolves to, an address that may not be called. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';

  constructor() {
    super('the address is not on the public internet');
  }
}

/**
 * Requests that clients cause, to public addresses only. A name is resolved once, all its addresses are checked, and the
 * connection goes to one of those very addresses, so that a name cannot resolve to something else the second time.
 */
export function outboundRequests(
  isAllowed: (address: string) => boolean = isPublicAddress,
  resolveName: ResolveName = lookup,
): OutboundRequests {
  const checkedLookup: LookupFunction = (hostname, options, done) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      if (!addresses.every(({ address }) => isAllowed(address))) return done(new AddressNotAllowed(), []);
      return options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family);
    });
  };

  async function send(url: URL, { method, headers, signal, body }: OutboundRequest): Promise<IncomingMessage> {
    // Node looks up names only, not addresses.
    const host = hostOf(url);
    if (isIP(host) !== 0 && !isAllowed(host)) throw new AddressNotAllowed();
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = open(url, { method, headers, agent: false, lookup: checkedLookup, signal });
    // An answer that comes before the body was sent may be followed by an error.
    request.on('error', reject);
    request.once('response', resolve);
    if (!(body instanceof Readable)) request.end(body);
    else {
      body.once('error', (error) => request.destroy(error));
      body.pipe(request);
    }
    return promise;
  }

  async function mayLead(url: URL): Promise<boolean> {
    const addresses = await lookUp(hostOf(url), { all: true }).catch(() => []);
    return addresses.every(({ address }) => isAllowed(address));
  }

  return { send, mayLead };
}

/** The host of an address, an IPv6 address without its brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
