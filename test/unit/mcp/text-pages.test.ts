import { expect, it } from 'vitest';
import { pagesOf } from '../../../engine/mcp/text-pages.ts';

it('returns a short or empty text as one page', () => {
  expect(pagesOf('one', 10)).toEqual(['one']);
  expect(pagesOf('', 10)).toEqual(['']);
});

it('cuts between paragraphs, else lines, else words', () => {
  expect(pagesOf('aaaaaa\n\nbb cc', 10)).toEqual(['aaaaaa\n\n', 'bb cc']);
  expect(pagesOf('aaa aaa\nbb cc', 10)).toEqual(['aaa aaa\n', 'bb cc']);
  expect(pagesOf('aaa aaa bb cc', 10)).toEqual(['aaa aaa ', 'bb cc']);
});

it('cuts what has no gaps at the limit, and never within a character', () => {
  expect(pagesOf('a'.repeat(25), 10)).toEqual(['a'.repeat(10), 'a'.repeat(10), 'a'.repeat(5)]);
  const pages = pagesOf(`a${'😀'.repeat(20)}`, 10);
  expect(pages.every((page) => page.length <= 10 && page.isWellFormed())).toBe(true);
  expect(pages.join('')).toBe(`a${'😀'.repeat(20)}`);
});

it('loses nothing of a long text', () => {
  const text = Array.from({ length: 5000 }, (_, line) => `line ${line}${line % 7 === 0 ? '\n' : ''}`).join('\n');
  const pages = pagesOf(text, 1000);
  expect(pages.join('')).toBe(text);
  expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(1000);
  expect(pages.length).toBeLessThan((2 * text.length) / 1000 + 1);
});
