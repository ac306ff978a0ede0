import { ASIDES_MARK, PAGE_BREAK } from '../../verify/observe/text.ts';

/** What a person finds in a text file. */
export interface MarkupContent {
  readonly text: string;
  readonly figures: number;
  readonly vectors: number;
  readonly links: number;
  readonly tables: number;
  readonly headings: number;
  readonly hasMetadata: boolean;
}

export function readPlainText(source: string): MarkupContent {
  return { text: withoutMarks(source), figures: 0, vectors: 0, links: 0, tables: 0, headings: 0, hasMetadata: false };
}

/** The marks that give `DocumentFacts.text` its parts mean nothing in a file: form feeds are only white space there. */
export function withoutMarks(text: string): string {
  return text.replaceAll(PAGE_BREAK, '\n').replaceAll(ASIDES_MARK, '\n');
}
