import type { InspectRequest, RunContext } from '../../../codec.ts';
import type { FormatId } from '../../../formats/index.ts';
import { openWithSheetJs } from '../../../models/office/sheetjs-workbook.ts';
import type { FactsOf } from '../facts-of.ts';
import { workbookFacts } from './workbook-facts.ts';

/** Reads the facts of sheets that SheetJS alone opens. */
export function inspectOtherSheets(
  bytes: Uint8Array,
  request: InspectRequest,
  context: RunContext,
  format: FormatId,
): FactsOf {
  const workbook = openWithSheetJs(bytes, format, context.limits);
  if (workbook === 'encrypted') return { depth: 'structure', features: [], encrypted: true };
  return workbookFacts(workbook, request, context);
}
