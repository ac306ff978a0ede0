import { difference, type Difference, type DifferencePlace } from '../../../contract/differences.ts';
import type { Facts, PageFacts } from '../../../contract/facts.ts';

/** Glyphs that make a word: fewer are marks, bullets and spaces of formulas. */
const WORD_GLYPHS = 4;
/** Of a page's glyphs, those that a bug concerns: a document of its own may have a line in white, or a label upside down. */
const MOST = 0.5;
/** Beyond the edge of a slide, and beneath its images, there may be anything. */
const MOST_OF_SLIDE = 0.8;
/** Of the glyphs of any other page, those that may are outside of it: the ends of lines that are not wrapped. */
const MOST_OUTSIDE = 0.2;
const FEW_OUTSIDE = 0.02;
/** Sideways text: a table or a chart may fill its page with it. */
const NEARLY_ALL = 0.9;
/** Below this number of glyphs a page says nothing about how it is turned. */
const MIN_TURNED = 6;

/** Whether what was written as pages can be read on them. The first page of each fault is named. */
export function* diffVisibility(
  source: Facts,
  pages: readonly PageFacts[],
  place: DifferencePlace,
): Iterable<Difference> {
  for (const [index, page] of pages.entries()) yield* ofPage(source, page, { ...place, page: index + 1 });
}

function* ofPage(source: Facts, page: PageFacts, place: DifferencePlace): Iterable<Difference> {
  const { unseen = {}, turned = {}, glyphs } = page;
  const { invisible = 0, white = 0, outside = 0, covered = 0, clipped = 0, tiny = 0 } = unseen;
  const all = glyphs + invisible + white + outside + covered;
  const isSlide = source.document?.pages !== undefined;
  const most = isSlide || source.sheets ? MOST_OF_SLIDE : MOST;
  // No writer of pages has a reason for text in a mode that paints nothing, but over an image of the text.
  if (invisible >= WORD_GLYPHS) yield difference('text_not_visible', place, { found: 'invisible text' });
  if (white >= WORD_GLYPHS && white > all * most)
    yield difference('text_not_visible', place, { found: 'white text on white' });
  const isOutside = outside > all * (isSlide ? MOST_OF_SLIDE : MOST_OUTSIDE);
  if (outside >= WORD_GLYPHS && (isOutside || (!isSlide && outside > all * FEW_OUTSIDE))) {
    const severity = isOutside ? 'refuse' : 'tell';
    yield difference('text_not_visible', place, { found: 'text outside of the page', severity });
  }
  if (covered >= WORD_GLYPHS && covered > all * most)
    yield difference('text_not_visible', place, { found: 'covered text' });
  // What is wider than its cell is clipped there, and of a sheet that is told cell by cell.
  if (clipped >= WORD_GLYPHS && clipped > all * MOST_OF_SLIDE && !source.sheets)
    yield difference('text_not_visible', place, { found: 'text that is clipped' });
  // A sheet may be made to fit its paper.
  if (tiny >= MIN_TURNED && tiny > glyphs * MOST)
    yield difference('text_tiny', place, source.sheets ? { severity: 'tell' } : {});
  const { over = 0, mirrored = 0, left = 0, right = 0 } = turned;
  if (glyphs < MIN_TURNED || source.raster) return;
  if (over + mirrored > glyphs * MOST) yield difference('text_turned', place, { found: 'upside down or mirrored' });
  if (Math.max(left, right) > glyphs * NEARLY_ALL) yield difference('text_turned', place, { found: 'sideways' });
}
