import { expect, it } from 'vitest';
import { nextPage } from '../../../server/web/src/account/next-page.ts';

it.each([
  ['?next=%2F', '/'],
  ['?next=%2Fdocs%2Ferrors', '/docs/errors'],
  ['', '/dashboard'],
  ['?next=', '/dashboard'],
  ['?next=https%3A%2F%2Fevil.example', '/dashboard'],
  ['?next=%2F%2Fevil.example', '/dashboard'],
  ['?next=%2F%5Cevil.example', '/dashboard'],
  ['?next=javascript%3Aalert(1)', '/dashboard'],
  ['?next=%2F%09%2Fevil.example', '/dashboard'],
])('after signing in, %j leads to %s', (search, page) => {
  expect(nextPage(search)).toBe(page);
});
