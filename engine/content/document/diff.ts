import { difference, type Difference, type DifferenceKind } from '../../contract/differences.ts';
import type { BookFacts, DocumentFacts, Facts } from '../../contract/facts.ts';
import type { OutlineBlock, OutlinePlace } from '../../contract/outline.ts';
import type { Diff, Expectation } from '../../contract/report.ts';
import { formatOf } from '../../formats/index.ts';
import { withoutCitationKeys } from './citation-keys.ts';
import { diffPrintedSheets } from '../pages/diff/printed-sheets.ts';
import { showsAllLabels } from '../drawing/labels.ts';
import { selectedPages } from '../pages/page-selection.ts';
import { diffCopies, diffEncoding, diffHeadingCopies, diffRepeated } from './diff/additions.ts';
import { isRightToLeft } from './diff/directions.ts';
import { diffEdges, diffFieldNumbers, diffMarginFields } from './diff/computed.ts';
import { diffFrames, diffSight, diffSpeakerPages, slidesInOrder } from './diff/frames.ts';
import { diffFormulas } from './diff/formulas.ts';
import { diffImages } from './diff/images.ts';
import { diffJumps, diffLinks } from './diff/links.ts';
import { IN_PLACE, matchWords, pairsOf, rangesOfBlocks, type Matching } from './diff/match.ts';
import { diffNoteNumbers, diffNotes } from './diff/notes.ts';
import { diffCase, diffGaps, diffSigns } from './diff/signs.ts';
import { diffFaint, diffShownSizes, diffStyles } from './diff/styles.ts';
import { diffStructure } from './diff/structure.ts';
import { diffInside, diffText } from './diff/text.ts';
import { blocksOf, cellsOfSheets, Vocabulary } from './diff/words.ts';
import { normaliseText, wordsOf } from './inspect-text.ts';

/**
 * Aligns what a document shows with what its results show: every word and number in its order, and as far as both sides
 * know how they are built, headings, lists, tables, links, notes and images. The pages of PDFs as sources are compared
 * elsewhere.
 */
export const diffDocuments: Diff = function* (source, outputs, expectation) {
  for (const one of diffAligned(source, outputs, expectation)) {
    // Readers of books do not agree on titles and pages of contents, which say again what chapters say.
    yield source.book && REPEATED.has(one.kind) ? { ...one, severity: 'tell' } : one;
  }
};

const REPEATED: ReadonlySet<DifferenceKind> = new Set(['paragraph_repeated', 'table_row_repeated']);

/** What is up to the programs that read a language of marks: which of its lines are a list or a table. */
const BUILD: ReadonlySet<DifferenceKind> = new Set([
  ...(['heading_plain', 'heading_level', 'list_plain', 'list_kind', 'list_label'] as const),
  ...(['table_plain', 'table_cell_order', 'note_mark', 'paragraph_repeated'] as const),
]);

const diffAligned: Diff = function* (source, outputs, expectation) {
  if (!source.document || !isAligned(source, outputs)) return;
  if (!source.sheets && !expectation.kept.includes('text')) return;
  const found = outputs.map(({ document }) => document).filter((document) => document !== undefined);
  if (found.length === 0 || found.length < outputs.length) return;
  // Cues are compared one by one, with their times.
  if (source.cues && outputs.every(({ cues }) => cues)) return;
  if (showsAllLabels(source, outputs)) return;
  // Which of its words are on which of the pages that it becomes, the source does not say.
  if (expectation.options.pages !== undefined && source.document.pages === undefined) return;
  const vocabulary = new Vocabulary();
  const isDrawn = outputs.some(({ format }) => formatOf(format).family === 'image');
  const isExpected = expectedIn(source.document, outputs, { ...expectation, isDrawn });
  // What need not be shown comes last: it takes no words from what says the same and must be.
  const isFlow = found.every(({ pages }) => pages === undefined);
  const selected = source.sheets ? cellsOfSheets(source.document) : selectedBlocks(source.document, expectation);
  const isRead = isFlow && source.document.pages !== undefined && source.document.blocks !== undefined;
  const expected = (isRead ? slidesInOrder(selected) : selected).toSorted(
    (a, b) => Number(isExpected(b)) - Number(isExpected(a)),
  );
  const blocks = found.flatMap((document) => blocksOf(document, false));
  const matching = matchWords(vocabulary.wordsOf(expected), vocabulary.wordsOf(blocks));
  const isOnPages = found.some(({ pages, blocks: built }) => pages !== undefined && !built);
  const unseen = found.flatMap(({ unseen: text = '' }) => wordsOf(normaliseText(text)));
  const isWhole = [source.document, ...found].every(({ excerpt }) => !excerpt);
  if (source.sheets) {
    if (!isWhole) return;
    // Numbers that do not fit into their cells are shown as ###.
    const tooWide = found.reduce((sum, { text }) => sum + (text.match(/#{3,}/g) ?? []).length, 0);
    yield* diffPrintedSheets(matching, { unseen, tooWide });
    return;
  }
  const isBuilt = source.document.blocks !== undefined && found.every((document) => document.blocks);
  const isApproximate = [source.document, ...found].some((document) => document.isApproximate === true);
  yield* diffText(matching, {
    isExpected,
    end: readEnd(matching, found),
    isOnPages,
    isFlow,
    unseen,
    mayLackSpeaker: found.some(({ pages }) => pages !== undefined),
    isOrdered: !isOnPages || !isRightToLeft(source.document.text),
    isApproximate,
    title: source.document.title,
  });
  yield* diffSigns(matching, { isTold: isOnPages || isApproximate });
  if (!isOnPages) {
    const details = [...diffInside(matching), ...diffGaps(matching), ...diffCase(pairsOf(matching))];
    yield* isApproximate ? toldOf(details) : details;
  }
  yield* diffFaint(source.document, found);
  yield* diffEncoding(matching, { isApproximate });
  yield* isApproximate ? toldOf(diffRepeated(matching)) : diffRepeated(matching);
  if (expectation.kept.includes('metadata')) yield* diffTitle(source.document, found);
  yield* diffNoteNumbers(matching, isOnPages);
  if (isFlow) yield* diffFieldNumbers(matching);
  if (!isWhole || !isBuilt) return;
  const built = diffBuild(matching, expectation, source.book !== undefined);
  yield* isApproximate ? withoutDoubt(built, matching.source.blocks) : built;
};

/** Whether words are aligned: cells that are written as a text, and text that is drawn, have no order of their own. */
export function isAligned({ sheets, format }: Facts, outputs: readonly Facts[]): boolean {
  return sheets ? outputs.every((output) => output.pdf !== undefined) : format !== 'pdf';
}

/** The title beside the text; programs that write one where there was none make it up. */
function* diffTitle({ title: expected = '' }: DocumentFacts, found: readonly DocumentFacts[]): Generator<Difference> {
  const titles = found.flatMap(({ title = '' }) => (title.trim() === '' ? [] : [title]));
  const [first] = titles;
  if (expected.trim() === '' || first === undefined) return;
  const words = wordsOf(normaliseText(expected)).join(' ');
  if (titles.some((title) => wordsOf(normaliseText(title)).join(' ') === words)) return;
  yield difference('text_changed', {}, { severity: 'tell', expected, found: first, feature: 'metadata' });
}

function* toldOf(differences: Iterable<Difference>): Generator<Difference> {
  for (const one of differences) yield { ...one, severity: 'tell' };
}

const LINKS: ReadonlySet<DifferenceKind> = new Set(['link_target', 'link_missing']);
/** Share of the links of a text from which on it is no matter of how its language is read that they are other ones. */
const SURE_LINKS = 0.5;

/** Refuses, of what differs in a language that has no grammar, what no program may read in another way. */
function* withoutDoubt(differences: Iterable<Difference>, source: readonly OutlineBlock[]): Generator<Difference> {
  const links: Difference[] = [];
  for (const one of differences) {
    if (LINKS.has(one.kind)) links.push(one);
    else yield BUILD.has(one.kind) ? { ...one, severity: 'tell' } : one;
  }
  const addresses = new Set(source.flatMap(({ links: all = [] }) => all.map(({ href }) => href)));
  const isSure = links.length >= addresses.size * SURE_LINKS;
  for (const one of links) yield isSure ? one : { ...one, severity: 'tell' };
}

/** What blocks are, beside their text. */
function* diffBuild(matching: Matching, { kept, to }: Expectation, isBook: boolean): Generator<Difference> {
  const source = matching.source.blocks;
  const result = matching.result.blocks;
  yield* diffCopies(matching);
  yield* diffHeadingCopies(matching);
  if (kept.includes('figures')) {
    yield* diffImages(source, result, to);
    yield* diffShownSizes(source, result);
  }
  yield* diffFormulas(matching, { isKept: kept.includes('formulas'), to });
  if (!kept.includes('structure')) return;
  const pairs = pairsOf(matching);
  yield* diffStructure(pairs, source, { result, isBook, to });
  yield* diffStyles(pairs, source, to);
  yield* diffJumps(pairs, source, result);
  yield* diffLinks(source, result);
  yield* diffNotes(pairs, source, result);
  yield* diffFrames(pairs, source);
  yield* diffSight(pairs);
  yield* diffSpeakerPages(pairs, source);
  yield* diffEdges(pairs, source);
  yield* diffMarginFields(source, result, to);
}

/** All of the source, the first page, or the pages that the caller asked for. */
function selectedBlocks(document: DocumentFacts, { takes, options }: Expectation): readonly OutlineBlock[] {
  const all = blocksOf(document, true);
  const blocks =
    options.bibliography === undefined
      ? all
      : all.map((block) => ({ ...block, text: withoutCitationKeys(block.text) }));
  if (document.pages === undefined || (takes !== 'first' && options.pages === undefined)) return blocks;
  const wanted = takes === 'first' ? [0] : selectedPages(options.pages, document.pages);
  const pages = new Set(wanted.map((index) => index + 1));
  return blocks.filter(({ page }) => page !== undefined && pages.has(page));
}

/** Which blocks must be in a result: notes of a speaker where nothing is hidden, or where slides stay slides. */
function expectedIn(
  source: DocumentFacts,
  outputs: readonly Facts[],
  { takes, options, isDrawn }: Expectation & { readonly isDrawn: boolean },
): (block: OutlineBlock) => boolean {
  const found = outputs.flatMap(({ document }) => document ?? []);
  const isPart = takes === 'first' || options.pages !== undefined || found.some(({ excerpt }) => excerpt);
  const hasPages = isDrawn || found.some(({ pages }) => pages !== undefined);
  const hasSpeaker = !hasPages || found.some(({ blocks }) => blocks !== undefined);
  const expected: Record<OutlinePlace, boolean> = {
    body: true,
    box: !isPart,
    note: !isPart,
    // Who knows no more than lines does not know either which headers the pages have.
    margin: !isPart && source.blocks !== undefined,
    formula: false,
    speaker: !isPart && hasSpeaker,
    unshown: false,
  };
  // What front matter says may be in what a book says of itself alone.
  const told = outputs.flatMap(({ book }) => (book ? toldBy(book) : []));
  return ({ place, level, text }) =>
    expected[place] && !((level === 0 || place === 'box') && told.includes(normaliseText(text).trim()));
}

function toldBy({ title, authors, date }: BookFacts): string[] {
  const texts = [title, date, ...authors, authors.join(', ')].filter((text) => text !== undefined);
  return texts.map((text) => normaliseText(text).trim());
}

/** Words of a line that is surely the one of the source, and the share of them that is there. */
const SURE_WORDS = 8;
const SURE_SHARE = 0.8;

/** Where the body of the source ends as far as its results were read; lists of contents name what comes after. */
function readEnd({ source, states }: Matching, found: readonly DocumentFacts[]): number {
  if (!found.some(({ excerpt }) => excerpt)) return states.length;
  const isSure = ([start, end]: readonly [number, number]): boolean =>
    end - start >= SURE_WORDS &&
    states.subarray(start, end).filter((state) => state === IN_PLACE).length >= (end - start) * SURE_SHARE;
  return rangesOfBlocks(source).findLast(isSure)?.[1] ?? 0;
}
