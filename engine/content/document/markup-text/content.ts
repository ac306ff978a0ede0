import { addBlocks } from '../document-facts.ts';
import { ASIDES_MARK, PAGE_BREAK, splitText } from '../inspect-text.ts';
import type { Document } from '../model.ts';
import { Content } from '../text-content.ts';

/** What a person finds in a text file. */
export interface MarkupContent {
  readonly text: string;
  /** Footnotes: some formats have them where they are referred to, others at the end. */
  readonly notes: readonly string[];
  readonly figures: number;
  readonly vectors: number;
  readonly formulas: number;
  /** The letters and symbols of those formulas that were read, and not only counted. */
  readonly formulaText: string;
  readonly links: number;
  readonly tables: number;
  /** Absent where the format has no headings: what looks like one is bold text. */
  readonly headings?: number;
  readonly hasMetadata: boolean;
}

/** What readers count on their way. Formulas are no words: every markup spells them in another way. */
export interface Counts {
  readonly notes: string[];
  figures: number;
  vectors: number;
  formulas: number;
  formulaText: string;
  links: number;
  tables: number;
  headings: number;
  hasMetadata: boolean;
}

export function startCounting(): Counts {
  return {
    notes: [],
    ...{ figures: 0, vectors: 0, formulas: 0, links: 0, tables: 0, headings: 0 },
    ...{ formulaText: '', hasMetadata: false },
  };
}

/** Adds what a part of a text has to what the whole has: all but its words. */
export function addCounts(counts: Counts, part: MarkupContent): void {
  for (const name of ['figures', 'vectors', 'formulas', 'links', 'tables'] as const) counts[name] += part[name];
  counts.headings += part.headings ?? 0;
  counts.formulaText += part.formulaText === '' ? '' : `${part.formulaText}\n`;
  counts.notes.push(...part.notes);
}

/** What a person finds in a document that is in a text of another markup. */
export function contentOfDocument({ properties, blocks }: Document): MarkupContent {
  const content = new Content(Infinity);
  addBlocks(content, blocks);
  const document = content.document({ hasPages: false });
  const { pages, asides } = splitText(document.text);
  const { figures, formulas, links, tables, headings } = content;
  return {
    text: pages.join('\n').trim(),
    notes: asides === '' ? [] : [asides],
    figures,
    vectors: content.shapes,
    formulas,
    formulaText: document.formulas ?? '',
    links,
    tables,
    headings,
    hasMetadata: Object.keys(properties).length > 0,
  };
}

/** The marks that give `DocumentFacts.text` its parts mean nothing in a file: form feeds are only white space there. */
export function withoutMarks(text: string): string {
  return text.replaceAll(PAGE_BREAK, '\n').replaceAll(ASIDES_MARK, '\n');
}
