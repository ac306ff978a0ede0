import type { InspectRequest, RunContext } from '../../../codec.ts';
import { openOds } from '../../../models/office/ods-workbook.ts';
import type { FactsOf } from '../facts-of.ts';
import { workbookFacts } from './workbook-facts.ts';

/** Reads the facts of an OpenDocument spreadsheet, packed or flat. */
export function inspectOds(bytes: Uint8Array, request: InspectRequest, context: RunContext): FactsOf {
  const workbook = openOds(bytes, context.limits);
  if (workbook === 'encrypted') return { depth: 'structure', features: [], encrypted: true };
  return workbookFacts(workbook, request, context);
}
