import type { FormatId } from '../../engine/formats/index.ts';
import type { Case } from '../case.ts';

const BOOK = 'lighthouse-parts-notes-links-cover';

function bookCase(edge: string, from: FormatId, to: FormatId, source = `${BOOK}.${from}`): Case {
  return { codec: 'ebook', edge, from, to, source, comparator: 'document' };
}

const REPORT = 'report-table-note-picture';

export const cases: readonly Case[] = [
  bookCase('book', 'epub', 'mobi'),
  bookCase('book', 'epub', 'azw3'),
  bookCase('book', 'epub', 'fb2'),
  bookCase('book', 'epub', 'htmlz'),
  bookCase('book', 'mobi', 'epub'),
  bookCase('book', 'azw3', 'epub'),
  bookCase('book', 'fb2', 'epub'),
  bookCase('book', 'htmlz', 'mobi'),
  bookCase('book', 'txtz', 'azw3'),
  ...(['epub', 'mobi', 'azw3', 'fb2', 'htmlz', 'txtz'] as const).flatMap((from, index) => [
    bookCase('words', from, index % 2 === 0 ? 'txtz' : 'txt', `${BOOK}.${from}`),
    bookCase('page', from, 'html'),
  ]),
  bookCase('bind', 'html', 'mobi', `${REPORT}.html`),
  bookCase('bind', 'md', 'azw3', `${REPORT}.md`),
  bookCase('bind', 'txt', 'htmlz', 'lines-and-paragraphs.txt'),
  bookCase('bind', 'html', 'txtz', `${REPORT}.html`),
  bookCase('bind-epub', 'html', 'epub', `${REPORT}.html`),
  bookCase('bind-epub', 'md', 'fb2', `${REPORT}.md`),
  bookCase('bind-epub', 'txt', 'epub', 'lines-and-paragraphs.txt'),
];
