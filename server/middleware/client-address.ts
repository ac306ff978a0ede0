import { BlockList, isIP } from 'node:net';
import type { RequestMiddleware } from './state.ts';

/**
 * Finds the client's address. `X-Forwarded-For` counts only as far as trusted proxies wrote it: it is read from the
 * right, and the first address that is not a trusted proxy's is the client.
 */
export function clientAddress(trustedProxies: readonly string[]): RequestMiddleware {
  const trusted = blockListOf(trustedProxies);
  return async (context, next) => {
    const hops = context
      .get('X-Forwarded-For')
      .split(',')
      .map((hop) => hop.trim())
      .filter((hop) => isIP(hop) !== 0);
    let address = context.req.socket.remoteAddress ?? '';
    while (hops.length > 0 && isTrusted(trusted, address)) address = hops.pop()!;
    context.state.address = address;
    await next();
  };
}

function blockListOf(networks: readonly string[]): BlockList {
  const blockList = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) blockList.addAddress(address, family);
    else blockList.addSubnet(address, Number(prefix), family);
  }
  return blockList;
}

function isTrusted(trusted: BlockList, address: string): boolean {
  // A dual-stack socket shows IPv4 clients as ::ffff:10.0.0.1.
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(plain) !== 0 && trusted.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
