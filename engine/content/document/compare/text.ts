import type { DocumentFacts, Facts, SheetFacts } from '../../../contract/facts.ts';
import {
  normaliseText,
  separateMarginLines,
  splitText,
  withoutListMarkers,
  wordsOf,
  type TextParts,
} from '../inspect-text.ts';
import type { Check, Compare, Expectation } from '../../../contract/report.ts';
import { selectedPages } from '../../pages/page-selection.ts';
import { isAligned } from '../diff.ts';
import { withoutCitationKeys } from '../citation-keys.ts';
import { compareBlockOrder, compareFlowOrder } from './text-order.ts';
import { checkCoverage } from './text-coverage.ts';
import { countPresentWords, withoutCounterpart } from './word-presence.ts';

/** Share of the source's words that must be in the output, counted with their repetitions. */
const MIN_RECALL = 0.98;
/** The same for slides: what lies beside a slide, or behind something on it, is in the file and not on the page. */
const MIN_RECALL_OF_PRINTED_SLIDES = 0.9;
/** Headers and footers of pages that a document does not have (first, left, right) are in the file all the same. */
const MIN_RECALL_OF_MARGINS = 0.25;
/** Below this length every word counts; from it on one may differ: a drop cap or a symbol that is read differently. */
const FORGIVEN_FROM_WORDS = 12;
/** Share of the words of single pages that must be in the source: headers and footers come again, numbers are counted. */
const MIN_SHARE_OF_SOURCE = 0.8;
/** Of an output that was read only in part, what surely lies within the part. */
const EXCERPT_SHARE = 0.9;

/** Compares the text of documents: every word is still there, and pages and paragraphs keep their order. */
export const compareText: Compare = (source, outputs, expectation) => {
  // The cells of a sheet are no text until they are spelled out, and then all of them are expected.
  if (!source.document || !(expectation.kept.includes('text') || source.sheets)) return [];
  // Between workbooks the values are compared: how each program shows them is its own affair.
  if (source.sheets && outputs.some(({ sheets }) => sheets)) return [];
  const found = outputs.map(({ document }) => document).filter((document) => document !== undefined);
  if (found.length === 0 || found.length < outputs.length) return [];
  const joined = joinDocuments(found);
  // Lines that come back on every page are set apart for the order alone: none of their words is missing.
  const outputWords = joinLists([...joined.pages, joined.asides].map(normalisedWords));
  const readInPart = found.some(({ excerpt }) => excerpt);
  const promised = prepare(promisedText(source.document, expectation), withoutListMarkers);
  const wanted = joinLists([...promised.pages, promised.asides]);
  // Which of its words are on which of the pages that it becomes, the source does not say.
  if (expectation.options.pages !== undefined && source.document.pages === undefined) {
    const told = source.sheets ? wordsOfSheets([...joined.pages, joined.asides], source.sheets) : outputWords;
    return [checkOrigin(told, wanted)];
  }
  if (isAligned(source, outputs) || source.pdf) return summaryOf(wanted, outputWords);
  // A book becomes pages with a list of its contents before it; of those read in part, that may be all.
  const leading = readInPart && source.book ? wordsBeforeBody(outputWords, wanted) : 0;
  if (leading === undefined) return [checkOrigin(outputWords, wanted)];
  // Notes and headers and footers are on the pages too, between the words of the body.
  const ofBody =
    outputWords.length - leading - withoutCounterpart(outputWords.slice(leading), joinLists(promised.pages)).length;
  const expected = readInPart ? cut(promised, ofBody) : promised;
  const expectedWords = joinLists([...expected.pages, expected.asides]);
  if (expectedWords.length === 0) return [];
  const hasPages = found.some(({ pages }) => pages !== undefined);
  // Headers of pages that the result may not have are in it all the same, and so is what it has as formulas.
  const beside = found.flatMap(({ unshown = '', formulas = '' }) => normalisedWords(`${unshown}\n${formulas}`));
  const written = [...outputWords, ...beside];
  const presence = checkPresence(expectedWords, written, {
    margins: normalisedWords(source.document.margins ?? ''),
    minRecall: minRecallOf(source, outputs, hasPages),
  });
  if (!presence.ok) return [presence];
  const isFlow = source.document.pages === undefined && found.every(({ pages }) => pages === undefined);
  const body = joinLists(prepare(joined).pages);
  return [
    presence,
    ...checkCoverage(expected.pages, written),
    ...(isFlow ? compareFlowOrder : compareBlockOrder)(expected.pages, body),
  ];
};

/** What is aligned word by word is counted for the report alone. */
function summaryOf(wanted: readonly string[], found: readonly string[]): Check[] {
  if (wanted.length === 0) return [];
  const present = countPresentWords(wanted, found);
  return [{ name: 'text', feature: 'text', ok: true, expected: wanted.length, found: present }];
}

function minRecallOf(source: Facts, outputs: readonly Facts[], hasPages: boolean): number {
  return hasPages ? minRecallOfPages(source, outputs) : MIN_RECALL;
}

/** Share of a source's words that pages must show; a PDF is such pages itself, and slides stay whole among their kind. */
function minRecallOfPages({ format, document }: Facts, outputs: readonly Facts[]): number {
  const isPrinted = format !== 'pdf' && outputs.every((output) => output.format === 'pdf');
  return document?.pages !== undefined && isPrinted ? MIN_RECALL_OF_PRINTED_SLIDES : MIN_RECALL;
}

/** Words of the body, page by page, and of what has no fixed place. */
interface Words {
  readonly pages: readonly (readonly string[])[];
  readonly asides: readonly string[];
}

function prepare(parts: TextParts, reduce: (text: string) => string = (text) => text): Words {
  const { pages, asides } = separateMarginLines(parts);
  const words = (text: string): string[] => normalisedWords(reduce(text));
  return { pages: pages.map(words), asides: words(asides) };
}

/** As `flat` does, which takes a hundred times as long for the words of a book. */
function joinLists(lists: readonly (readonly string[])[]): string[] {
  return ([] as string[]).concat(...lists);
}

function normalisedWords(text: string): string[] {
  return wordsOf(normaliseText(text));
}

/** Dates and times as programs print them. */
const DATES = /\b(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./-])\d{1,2}\1\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AP]M)?)\b/gi;

/**
 * Words of pages that the cells of a sheet tell. How a cell shows a date is up to the program, and the text of a sheet is
 * told without them; charts have numbers on their axes that are in no cell.
 */
function wordsOfSheets(pages: readonly string[], sheets: readonly SheetFacts[]): string[] {
  const words = pages.flatMap((text) => normalisedWords(text.replace(DATES, ' ')));
  const hasChart = sheets.some(({ parts }) => parts?.charts !== undefined && parts.charts > 0);
  return hasChart ? words.filter((each) => /\p{L}/u.test(each)) : words;
}

/** The text that the path takes: all of it, the first page, or the pages that the caller asked for. */
function promisedText(document: DocumentFacts, { takes, options }: Expectation): TextParts {
  const parts = splitText(options.bibliography === undefined ? document.text : withoutCitationKeys(document.text));
  if (document.pages === undefined) return parts;
  if (takes !== 'first' && options.pages === undefined) return parts;
  const wanted = takes === 'first' ? [0] : selectedPages(options.pages, document.pages);
  return { pages: wanted.map((index) => parts.pages[index] ?? ''), asides: '' };
}

function joinDocuments(documents: readonly DocumentFacts[]): TextParts {
  const parts = documents.map(({ text }) => splitText(text));
  return { pages: parts.flatMap(({ pages }) => pages), asides: parts.map(({ asides }) => asides).join('\n') };
}

/** Words by which the beginning of a text is known again. */
const OPENING_WORDS = 5;

/** How many words an output begins with that come before the text itself: its contents. Nothing if it does not get there. */
function wordsBeforeBody(output: readonly string[], source: readonly string[]): number | undefined {
  const opening = source.slice(0, OPENING_WORDS);
  for (let start = output.length - opening.length; start >= 0; start--) {
    if (opening.every((word, index) => output[start + index] === word)) return start;
  }
  return undefined;
}

/** The beginning of the expected text that must lie within an output of which only `available` words were read. */
function cut(words: Words, available: number): Words {
  let left = Math.floor(available * EXCERPT_SHARE);
  const pages = words.pages.map((page) => {
    const kept = page.slice(0, left);
    left -= kept.length;
    return kept;
  });
  return { pages, asides: [] };
}

interface PresenceRule {
  /** Words of the source's headers and footers. */
  readonly margins: readonly string[];
  readonly minRecall: number;
}

function checkPresence(expected: readonly string[], output: readonly string[], rule: PresenceRule): Check {
  const whole = countPresence(expected, output, rule);
  const { margins } = rule;
  if (whole.ok) return whole;
  if (margins.length === 0) return whole;
  const body = withoutCounterpart(expected, margins);
  const withoutMargins = countPresence(body, output, rule);
  const beside = withoutCounterpart(output, body);
  const found = margins.length - withoutCounterpart(margins, beside).length;
  return withoutMargins.ok && found >= margins.length * MIN_RECALL_OF_MARGINS ? withoutMargins : whole;
}

/** Whether the words of an output that is a part of the source all come from there; page numbers do not. */
function checkOrigin(output: readonly string[], source: readonly string[]): Check {
  const present = countPresentWords(output, source);
  const ok = present >= output.length * MIN_SHARE_OF_SOURCE;
  return { name: 'text of the pages', feature: 'text', ok, expected: output.length, found: present };
}

function countPresence(expected: readonly string[], output: readonly string[], { minRecall }: PresenceRule): Check {
  const count = expected.length;
  const required = count < FORGIVEN_FROM_WORDS ? count : Math.min(count - 1, Math.ceil(count * minRecall));
  const found = countPresentWords(expected, output);
  return { name: 'text', feature: 'text', ok: found >= required, expected: count, found };
}
