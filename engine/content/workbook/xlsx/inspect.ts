import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { isPlainXlsx } from './plain.ts';
import { isLargeXlsx, openXlsx } from './workbook.ts';
import type { FactsOf } from '../../document/facts-of.ts';
import { inspectPackage } from '../../document/ooxml/package-facts.ts';
import { workbookFacts } from '../inspect.ts';

/** Reads the facts of an Excel workbook: the values of its cells, sheet by sheet. */
export function inspectXlsx(bytes: Uint8Array, request: InspectRequest, context: RunContext): FactsOf {
  return inspectPackage(bytes, request, context, {
    media: /^xl\/media\//i,
    always: ['records', 'structure', 'formulas', 'look', 'pages'],
    read: (parts) =>
      workbookFacts(openXlsx(parts, context.limits, { formulas: 'shared' }), request, context, {
        isPlain: () => isLargeXlsx(parts, context.limits) && isPlainXlsx(parts, context.limits),
      }),
  });
}
