import { lookup } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { ServiceError } from '../errors.ts';
import { isPublicAddress } from './public-address.ts';

export interface WebhookPost {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface WebhookSender {
  /**
   * Refuses an address that would never be called, so that the client learns it with its request. A name that cannot be
   * resolved now is accepted: it may be later. Throws `malformed_request`.
   */
  requireAllowed(url: string): Promise<void>;
  /** Sends one POST and returns the status of the answer. Throws when there is no answer. */
  send(post: WebhookPost): Promise<number>;
}

/**
 * Sends to public addresses only. The name is resolved once, the address is checked, and the connection goes to that
 * very address, so that a name cannot resolve to something else the second time. Redirects are not followed.
 */
export function webhookSender({ allowPrivate }: { readonly allowPrivate: boolean }): WebhookSender {
  const isAllowed = (address: string): boolean => allowPrivate || isPublicAddress(address);

  async function requireAllowed(url: string): Promise<void> {
    if (allowPrivate) return;
    const host = hostOf(url);
    const addresses = await lookUp(host, { all: true }).catch(() => []);
    if (addresses.every(({ address }) => isAllowed(address))) return;
    const message = `The callbackUrl leads to ${host}, which is not on the public internet. Use a public address.`;
    throw new ServiceError({ code: 'malformed_request', message, field: 'callbackUrl' });
  }

  async function send({ url, body, headers, timeoutMs }: WebhookPost): Promise<number> {
    const literal = hostOf(url);
    if (isIP(literal) !== 0 && !isAllowed(literal)) throw notPublic();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const open = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = open(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
      lookup: checkedLookup(isAllowed),
      signal: AbortSignal.timeout(timeoutMs),
    });
    request.once('error', reject);
    request.once('response', (response) => {
      resolve(response.statusCode!);
      response.destroy(); // the body is not needed
    });
    request.end(body);
    return promise;
  }

  return { requireAllowed, send };
}

/** The host of an address, an IPv6 address without its brackets. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

/** Resolves a name. Throws when any of its addresses is not allowed. */
function checkedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      if (!addresses.every(({ address }) => isAllowed(address))) return done(notPublic(), []);
      return options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

function notPublic(): Error {
  return new Error('the address is not on the public internet');
}
