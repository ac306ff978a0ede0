import { difference, type Difference } from '../../contract/differences.ts';
import type { Facts } from '../../contract/facts.ts';
import type { Diff, Expectation } from '../../contract/report.ts';
import { diffPages } from './diff/pages.ts';
import { diffParts } from './diff/parts.ts';
import { diffReading } from './diff/reading.ts';
import { diffVisibility } from './diff/visibility.ts';

/**
 * Pages. What was a PDF and still is one is compared page by page; what became pages must be visible on them; what was
 * read from pages must have their words and numbers.
 */
export const diffPageContent: Diff = (source, outputs, expectation) => {
  if (outputs.every(({ pdf }) => pdf)) {
    return source.pdf ? diffPages(source, outputs, expectation) : onResults(source, outputs, expectation);
  }
  return source.pdf ? diffReading(source, outputs, expectation) : [];
};

function* onResults(source: Facts, outputs: readonly Facts[], expectation: Expectation): Iterable<Difference> {
  const several = outputs.length > 1;
  for (const [index, output] of outputs.entries()) {
    const place = several ? { output: index + 1 } : {};
    const pages = output.pdf?.pages ?? [];
    const isBlank = pages.length > 0 && pages.every((page) => page.glyphs + page.images.length + page.paths === 0);
    const wasBlank = !source.document || (/^\s*$/.test(source.document.text) && source.document.figures === 0);
    if (isBlank && !wasBlank && !output.document?.excerpt) yield difference('result_blank', place);
    yield* diffVisibility(source, pages, place);
  }
  // Every writer of pages from workbooks names their sheets in the outline.
  const [{ pdf }] = outputs as [Facts];
  if ((source.sheets?.length ?? 0) > 1 && !several && expectation.takes !== 'first' && pdf?.outline.length === 0)
    yield difference('outline_changed', {}, { severity: 'tell', expected: source.sheets!.length, found: 0 });
  if (source.document && !several) yield* diffParts(source.document, outputs[0]!, expectation);
}
