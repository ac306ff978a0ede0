import type { Expectation } from '../../contract/report.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import type { BarcodeKindId } from './kinds.ts';

/** Whether a text was to become a bar code, which no reader of texts finds: what has no look has one now. */
export function showsBarcode({ from, to, options }: Expectation): boolean {
  return options.barcode !== undefined && !hasLook(from) && hasLook(to);
}

/** Whether the codes of images or pages were to be read: what they say is nowhere else in the source. */
export function readsBarcodes(expectation: Expectation): boolean {
  return expectation.options.barcode !== undefined && !showsBarcode(expectation);
}

function hasLook(format: FormatId): boolean {
  return formatOf(format).carries.includes('look');
}

/** Whether a code says what it was written for: white space aside, and the check digit that some kinds add. */
export function saysSame(kind: BarcodeKindId, written: string, read: string): boolean {
  const [expected, found] = [written, read].map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const hasCheckDigit = ['ean13', 'ean8', 'upca'].includes(kind);
  return (
    expected === found || (hasCheckDigit && expected!.length === found!.length - 1 && found!.startsWith(expected!))
  );
}
