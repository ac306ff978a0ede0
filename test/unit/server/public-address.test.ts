import { expect, it } from 'vitest';
import { isPublicAddress } from '../../../server/services/public-address.ts';

it.each([
  ...['127.0.0.1', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.31.255.255', '192.168.0.1', '0.0.0.0'],
  ...['255.255.255.255', '224.0.0.1', '198.18.0.1', '::', '::1', 'fe80::1', 'fd00::1', 'ff02::1', '2001:db8::1'],
])('%s is not of the public internet', (address) => expect(isPublicAddress(address)).toBe(false));

it.each(['::ffff:127.0.0.1', '::ffff:7f00:1', '::7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::'])(
  '%s would lead to an IPv4 address that is not',
  (address) => expect(isPublicAddress(address)).toBe(false),
);

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.167.255.255', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is',
  (address) => expect(isPublicAddress(address)).toBe(true),
);
