import { expect, it } from 'vitest';
import { clientAddress } from '../../../server/middleware/client-address.ts';
import type { RequestContext } from '../../../server/middleware/state.ts';

async function addressOf(trusted: readonly string[], remoteAddress: string, forwarded: string): Promise<string> {
  const state = { address: '' };
  const context = { state, req: { socket: { remoteAddress } }, get: () => forwarded } as unknown as RequestContext;
  await clientAddress(trusted)(context as never, async () => {});
  return state.address;
}

it.each([
  ['nobody is trusted', [], '198.51.100.1', '203.0.113.7', '198.51.100.1'],
  ['the proxy is trusted', ['198.51.100.1'], '198.51.100.1', '203.0.113.7', '203.0.113.7'],
  ['the client lies before the proxy', ['198.51.100.1'], '198.51.100.1', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
  ['two proxies of a network', ['10.0.0.0/8'], '10.0.0.1', '203.0.113.7, 10.9.9.9', '203.0.113.7'],
  ['an IPv4 proxy on a dual-stack socket', ['10.0.0.0/8'], '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 client on a dual-stack socket', [], '::ffff:198.51.100.1', '', '198.51.100.1'],
  ['an IPv6 proxy', ['2001:db8::/32'], '2001:db8::5', '2001:db9::1', '2001:db9::1'],
  ['no header', ['10.0.0.0/8'], '10.0.0.1', '', '10.0.0.1'],
  ['rubbish in the header', ['10.0.0.0/8'], '10.0.0.1', 'unknown, <script>', '10.0.0.1'],
  ['only proxies', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
])('%s', async (_name, trusted, remote, forwarded, expected) => {
  expect(await addressOf(trusted, remote, forwarded)).toBe(expected);
});
