import { contentOfDocument, startCounting, withoutMarks, type Counts, type MarkupContent } from './content.ts';
import { withoutBetween, withoutFormulas } from './formulas.ts';
import { readHtml } from '../html/reader.ts';
import { shortLines } from './lines.ts';

/** One construct: how it is spelled, what it counts as, and which of the pattern's groups is text. */
interface Construct {
  readonly pattern: RegExp;
  readonly counts?: 'figures' | 'links' | 'formulas' | 'headings' | 'tables';
  /** Number of the group that a person reads; a space when absent, and nothing at all when empty. */
  readonly text?: number | '';
}

/** How a light markup language is spelled, as far as it has words that nobody reads. */
export interface LightMarkup {
  /** Comments, settings, raw parts: what is between such marks is no text. */
  readonly hidden?: readonly (readonly [open: string, close: string])[];
  readonly formulas?: readonly (readonly [open: string, close: string])[];
  /** Where a footnote begins that is not where it is referred to; it ends with the paragraph. */
  readonly note?: RegExp;
  /** Further paragraphs of a footnote are indented; without it a footnote ends with its paragraph. */
  readonly notesAreIndented?: true;
  /** What the head of a text says of it; formats show it where they show such things, and not in the text. */
  readonly told?: RegExp;
  /** What encloses footnotes in the text. */
  readonly notes?: readonly [open: string, close: string];
  /** Formulas are between dollar signs too. */
  readonly dollars?: true;
  /** In this order; patterns without a line end in them, so that they take time in proportion to the text. */
  readonly constructs: readonly Construct[];
  /** Lines without text. */
  readonly silent?: RegExp;
  readonly heading?: RegExp;
  /** A line of characters below a heading. */
  readonly underlined?: RegExp;
  /** Lines that are in tables, and nowhere else. */
  readonly tableLine?: RegExp;
  readonly metadata?: RegExp;
  /** HTML may be in the text. */
  readonly html?: true;
}

/** Where a text says what it is called. */
const HEAD_CHARS = 4096;

/** The text of a file in a light markup language without its marks. */
export function readLight(source: string, markup: LightMarkup): MarkupContent {
  const counts = startCounting();
  counts.hasMetadata = markup.metadata?.test(source.slice(0, HEAD_CHARS)) ?? false;
  let text = source;
  for (const marks of markup.hidden ?? []) text = withoutBetween(text, marks);
  if (markup.notes) text = cutNotes(text, markup.notes, counts.notes);
  text = withoutFormulas(text, { marks: markup.formulas ?? [], dollars: markup.dollars ?? false }, counts);
  const lines = shortLines(text);
  const { body, notes } = takeNotes(lines, markup);
  const read = readLines(body, markup, counts).join('\n');
  counts.notes.push(...readLines(notes, markup, counts));
  const headings = markup.heading || markup.underlined ? counts.headings : undefined;
  if (!markup.html) return { ...counts, headings, text: withoutMarks(read).trim() };
  const page = contentOfDocument(readHtml(read.replaceAll('\n', '<br>')));
  return {
    text: page.text,
    notes: [...counts.notes, ...page.notes],
    figures: counts.figures + page.figures,
    vectors: page.vectors,
    formulas: counts.formulas + page.formulas,
    formulaText: page.formulaText,
    links: counts.links + page.links,
    tables: counts.tables + page.tables,
    headings: headings === undefined ? undefined : headings + page.headings!,
    hasMetadata: counts.hasMetadata,
  };
}

function cutNotes(text: string, [open, close]: readonly [string, string], notes: string[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (;;) {
    const start = text.indexOf(open, position);
    const end = start < 0 ? -1 : text.indexOf(close, start + open.length);
    if (end < 0) break;
    pieces.push(text.slice(position, start));
    notes.push(text.slice(start + open.length, end).replace(/^[^<>\n]*>/, ''));
    position = end + close.length;
  }
  return [...pieces, text.slice(position)].join(' ');
}

/** Lines of a text within which it may say what it is. */
const HEAD_LINES = 60;

/** Parts the body from the notes, and from what the head of a text says of it. */
function takeNotes(lines: readonly string[], markup: LightMarkup): { body: readonly string[]; notes: string[] } {
  const { note, notesAreIndented, told } = markup;
  const notes: string[] = [];
  let inNote = false;
  const body = lines.filter((line, index) => {
    const goesOn = notesAreIndented ? line.trim() === '' || /^\s/.test(line) : line.trim() !== '';
    inNote = note?.test(line) === true || (inNote && goesOn);
    const isBeside = inNote || (index < HEAD_LINES && told?.test(line) === true);
    if (isBeside) notes.push(line);
    return !isBeside;
  });
  return { body, notes };
}

function readLines(lines: readonly string[], markup: LightMarkup, counts: Counts): string[] {
  const { silent, heading, underlined, tableLine, constructs } = markup;
  const kept: string[] = [];
  let inTable = false;
  for (const [index, line] of lines.entries()) {
    const isTable = tableLine?.test(line) ?? false;
    if (isTable && !inTable) counts.tables++;
    inTable = isTable || (inTable && line.trim() !== '');
    const isUnderline = underlined?.test(line) && (lines[index - 1] ?? '').trim() !== '';
    if (isUnderline && !inTable) counts.headings++;
    if (isUnderline || silent?.test(line)) continue;
    if (heading?.test(line)) counts.headings++;
    kept.push(constructs.reduce((rest, construct) => replace(rest, construct, counts), line));
  }
  return kept;
}

function replace(line: string, { pattern, counts: counter, text }: Construct, counts: Counts): string {
  return line.replace(pattern, (...groups: (string | undefined)[]) => {
    if (counter !== undefined) counts[counter]++;
    if (text === undefined || text === '') return text ?? ' ';
    return groups[text] ?? ' ';
  });
}
