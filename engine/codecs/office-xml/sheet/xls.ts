import type { InspectRequest, RunContext } from '../../../codec.ts';
import { openXls } from '../../../models/office/xls-workbook.ts';
import type { FactsOf } from '../facts-of.ts';
import { workbookFacts } from './workbook-facts.ts';

/** The first record of a workbook of Excel 2 to 4, which is no compound file. */
const BEGIN = 0x09;
const OLD_VERSIONS = new Set([0x00, 0x02, 0x04]);

/** Reads the facts of a workbook of Excel 5 to 2003; older ones are known, but not read here. */
export function inspectXls(bytes: Uint8Array, request: InspectRequest, context: RunContext): FactsOf {
  if (bytes[0] === BEGIN && OLD_VERSIONS.has(bytes[1] ?? 0xff)) {
    return { depth: 'signature', features: ['records', 'structure', 'formulas', 'look'] };
  }
  const workbook = openXls(bytes, context.limits);
  if (workbook === 'encrypted') return { depth: 'structure', features: [], encrypted: true };
  return workbookFacts(workbook, request, context);
}
