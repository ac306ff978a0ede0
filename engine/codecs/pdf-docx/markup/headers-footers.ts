import { textOf, type Inline } from '../../../content/document/model.ts';
import type { DocumentLayout } from '../layout/document-layout.ts';
import type { Row } from '../layout/rows.ts';
import { inlinesOfRow } from './inlines.ts';

interface HeaderFooterLines {
  readonly header: readonly (readonly Inline[])[];
  readonly footer: readonly (readonly Inline[])[];
}

/** Numbers of pages alone, with the words that belong to them. */
const PAGE_NUMBER = /^\P{L}*(?:\p{L}{1,8}\P{L}*)?\d{1,4}\s*(?:(?:of|von|de|di|\/)\s*\d{1,4})?\P{L}*$/iu;

/** The headers and footers of all pages, each once, without those that only number several pages. */
export function headerFooterLines({ titled, layouts }: DocumentLayout): HeaderFooterLines {
  const linesOf = (rowsOf: (page: (typeof titled.pages)[number]) => readonly Row[]): (readonly Inline[])[] => {
    const known = new Map<string, readonly Inline[]>();
    titled.pages.forEach((page, index) => {
      for (const row of rowsOf(page)) {
        const inlines = inlinesOfRow(row, layouts[index]!.page);
        const text = textOf(inlines).trim();
        const key = text.replace(/\d+/g, '#').toLowerCase();
        const isPageNumber = titled.pages.length > 1 && PAGE_NUMBER.test(text);
        if (!isPageNumber && !known.has(key)) known.set(key, inlines);
      }
    });
    return [...known.values()];
  };
  return { header: linesOf(({ header }) => header), footer: linesOf(({ footer }) => footer) };
}
