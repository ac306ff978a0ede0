import type { InspectRequest, RunContext } from '../../../contract/codec.ts';
import { openXlsb } from './workbook.ts';
import type { FactsOf } from '../../document/facts-of.ts';
import { inspectPackage } from '../../document/ooxml/package-facts.ts';
import { workbookFacts } from '../inspect.ts';

/** Reads the facts of a binary Excel workbook. */
export function inspectXlsb(bytes: Uint8Array, request: InspectRequest, context: RunContext): FactsOf {
  return inspectPackage(bytes, request, context, {
    media: /^xl\/media\//i,
    always: ['records', 'structure', 'formulas', 'look', 'pages'],
    read: (parts) => workbookFacts(openXlsb(parts, context.limits), request, context),
  });
}
