import { PAGE_CHARACTERS } from './limits.ts';

/** A page is cut at the last of these in its second half. */
const BREAKS = ['\n\n', '\n', ' '] as const;

/** The text in pages of at most `size` characters, cut between paragraphs, lines or words. At least one page. */
export function pagesOf(text: string, size = PAGE_CHARACTERS): string[] {
  const pages: string[] = [];
  let start = 0;
  while (text.length - start > size) {
    const end = cutOf(text, start, start + size);
    pages.push(text.slice(start, end));
    start = end;
  }
  pages.push(text.slice(start));
  return pages;
}

function cutOf(text: string, start: number, end: number): number {
  for (const mark of BREAKS) {
    const found = text.lastIndexOf(mark, end - mark.length);
    if (found >= (start + end) / 2) return found + mark.length;
  }
  // Not between the halves of a surrogate pair.
  const isHigh = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHigh ? end - 1 : end;
}
