import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageNumbers, parsePages } from '../../../engine/formats/page-range.ts';
import { assertProperty } from '../../support/property.ts';

it('reads single pages and ranges', () => {
  expect(parsePages('3')).toEqual([{ first: 3, last: 3 }]);
  expect(parsePages('1,3-5')).toEqual([
    { first: 1, last: 1 },
    { first: 3, last: 5 },
  ]);
});

it('sorts ranges and joins those that touch or overlap', () => {
  expect(parsePages('7-9,1-2,3,8-12')).toEqual([
    { first: 1, last: 3 },
    { first: 7, last: 12 },
  ]);
});

it('gives the numbers of the pages that there are', () => {
  expect(pageNumbers(parsePages('1,3-5,999999'), 4)).toEqual([1, 3, 4]);
  expect(pageNumbers(parsePages('9'), 4)).toEqual([]);
});

it('names every page that was asked for, once and in order', () => {
  const range = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 9 }));
  assertProperty(
    fc.property(fc.array(range, { minLength: 1, maxLength: 8 }), (ranges) => {
      const text = ranges.map(([first, more]) => (more === 0 ? String(first) : `${first}-${first + more}`)).join(',');
      const asked = new Set(ranges.flatMap(([first, more]) => Array.from({ length: more + 1 }, (_, i) => first + i)));
      expect(pageNumbers(parsePages(text), 50)).toEqual([...asked].filter((page) => page <= 50).sort((a, b) => a - b));
    }),
  );
});

it.each(['', ' ', '0', '0-3', '4-2', '-1', '1-', '1,,2', '1;2', 'a', '1.5', '1234567'])('refuses %j', (text) => {
  expect(() => parsePages(text)).toThrow(/^Expected pages such as 3, 1-4 or 1,3-5 for pages, but received /);
});
