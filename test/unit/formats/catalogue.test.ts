import { expect, it } from 'vitest';
import { FORMATS, type FormatId } from '../../../engine/formats/index.ts';

it('names only formats that there are where one row refers to others', () => {
  const named = [...FORMATS.values()].flatMap(({ id, isAlso = [], namedLike, magic = [] }) => [
    ...isAlso.map((other) => `${id} is also ${other}`),
    ...(namedLike === undefined ? [] : [`${id} is named like ${namedLike}`]),
    ...magic
      .flatMap((entry) => (typeof entry === 'string' ? [] : (entry.orNamed ?? [])))
      .map((other) => `${id} or ${other}`),
  ]);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((line) => !FORMATS.has(line.split(' ').at(-1) as FormatId))).toEqual([]);
});

it('has marks of one character a byte that do not tell the same files to be of two formats', () => {
  const marks = [...FORMATS.values()].flatMap(({ magic = [] }) =>
    magic.map((entry) => {
      const { at = 0, bytes, and } = typeof entry === 'string' ? { bytes: entry } : entry;
      return { bytes: `${bytes}${and?.bytes ?? ''}`, key: JSON.stringify([at, bytes, and]) };
    }),
  );
  expect(marks.filter(({ bytes }) => bytes.length < 2 || /[^\0-\xff]/.test(bytes))).toEqual([]);
  expect(new Set(marks.map(({ key }) => key)).size).toBe(marks.length);
});
