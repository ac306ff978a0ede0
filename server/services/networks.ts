import { BlockList, isIP } from 'node:net';

/** A set of addresses and networks (`10.0.0.0/8`). An IPv4-mapped IPv6 address counts as the IPv4 address. */
export function networksOf(texts: readonly string[]): { has(address: string): boolean } {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', prefix] = text.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)) };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
