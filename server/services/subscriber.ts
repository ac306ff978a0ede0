/**
 * What stands for one subscriber: the IPv4 address, or the /64 of an IPv6 address, in which a subscriber has as many
 * addresses as they like. The address was validated before: a colon tells that it is IPv6.
 */
export function subscriberOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const missing = 8 - groups.length - (tail ? tail.split(':').length : 0);
  const all = tail === undefined ? groups : [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')];
  return all.slice(0, 4).join(':');
}
