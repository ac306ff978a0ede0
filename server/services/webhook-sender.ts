import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface WebhookPost {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Sends one POST and returns the status of the answer. Throws when there is no answer. */
export type SendWebhook = (post: WebhookPost) => Promise<number>;

/**
 * Sends to public addresses only. The name is resolved once, the address is checked, and the connection goes to that
 * very address, so that a name cannot resolve to something else the second time. Redirects are not followed.
 */
export function webhookSender({ allowPrivate }: { readonly allowPrivate: boolean }): SendWebhook {
  const isAllowed = (address: string): boolean => allowPrivate || isPublicAddress(address);
  return async ({ url, body, headers, timeoutMs }) => {
    const { protocol, hostname } = new URL(url);
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !isAllowed(literal)) throw notPublic();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const send = protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, {
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
  };
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
