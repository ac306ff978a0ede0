/** The rules for addresses that clients name: which protocols, hosts and ports. What a host leads to is checked later. */

export interface AddressRules {
  readonly protocols: readonly ('https:' | 'http:')[];
  /** Hosts (`files.example`) and their subdomains (`*.example`) that may be named; any if empty. */
  readonly hosts: readonly string[];
}

/** The address, if it is a web address without a user name; undefined otherwise. */
export function parseWebAddress(
  text: string,
  {
    base,
    protocols = ['https:', 'http:'],
  }: { readonly base?: URL; readonly protocols?: AddressRules['protocols'] } = {},
): URL | undefined {
  const url = URL.parse(text, base?.href);
  const isWeb = url !== null && protocols.some((protocol) => protocol === url.protocol);
  return isWeb && url.username === '' && url.password === '' ? url : undefined;
}

/** Whether the host is one of the names; any is if there are none. */
export function isListedHost({ hostname }: URL, hosts: readonly string[]): boolean {
  if (hosts.length === 0) return true;
  return hosts.some((one) => (one.startsWith('*.') ? hostname.endsWith(one.slice(1)) : hostname === one));
}

/** Ports below 1024 that are not those of HTTP belong to other services. */
export function isWebPort({ port }: URL): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1024;
}
