import { isIP } from 'node:net';
import { networksOf } from '../services/networks.ts';
import type { RequestMiddleware } from './state.ts';

/**
 * Finds the client's address. `X-Forwarded-For` is read from the right, and the first address that is not a trusted
 * proxy's is the client: everything before it could be forged.
 */
export function clientAddress(trustedProxies: readonly string[]): RequestMiddleware {
  const trusted = networksOf(trustedProxies);
  return async (context, next) => {
    const hops = context
      .get('X-Forwarded-For')
      .split(',')
      .map((hop) => hop.trim())
      .filter((hop) => isIP(hop) !== 0);
    // A dual-stack socket shows IPv4 clients as ::ffff:10.0.0.1. Rate limits must not treat them all as one network.
    let address = (context.req.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
    while (hops.length > 0 && trusted.has(address)) address = hops.pop()!;
    context.state.address = address;
    await next();
  };
}
