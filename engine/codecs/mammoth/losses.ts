import type { RunContext } from '../../codec.ts';
import type { Relationship } from '../../models/office-package.ts';
import type { MammothFile } from './parts.ts';

/** How mammoth names an element that it skipped; its other messages are about styles and pictures. */
const IGNORED_ELEMENT = /^An unrecognised element was ignored: (.+)$/;
/** Elements without content of their own. */
const HARMLESS =
  /(?:bookmark|comment|move|proof|perm|customXml|Range|Break|wordml:|[}]|office:|v:(?:stroke|fill|path|f|lock|textpath|shapetype|line|oval|polyline|arc|curve|image|formulas|handles)|Placeholder|tblPrEx|background|altChunk)/i;
const MAX_NAMED = 10;

/** Tells what the result lacks: formulas' form, hidden text, comments, and elements that mammoth does not know. */
export function reportDropped(file: MammothFile, relationships: readonly Relationship[], context: RunContext): void {
  const { formulas, hiddenRuns } = file.findings;
  if (formulas > 0) {
    context.warn({
      code: 'feature_dropped',
      message: `${formulas} formulas were written as linear text.`,
      lost: ['formulas'],
      details: { count: formulas },
    });
  }
  if (hiddenRuns > 0) {
    context.warn({
      code: 'text_dropped',
      message: 'Text that the document hides was left out.',
      details: { count: hiddenRuns },
    });
  }
  if (relationships.some(({ type }) => type === 'comments')) {
    context.warn({ code: 'text_dropped', message: 'Comments were left out.' });
  }
  const elements = ignoredElements(file.messages);
  if (elements.length > 0) {
    context.warn({
      code: 'feature_dropped',
      message: 'Some elements of the document have no counterpart and were left out.',
      details: { elements: elements.slice(0, MAX_NAMED) },
    });
  }
}

function ignoredElements(messages: readonly string[]): string[] {
  const names = messages.map((message) => IGNORED_ELEMENT.exec(message)?.[1]).filter((name) => name !== undefined);
  return [...new Set(names)].filter((name) => !HARMLESS.test(name));
}
