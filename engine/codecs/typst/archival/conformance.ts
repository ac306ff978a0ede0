import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFStream,
  PDFString,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { ConversionError } from '../../../contract/errors.ts';
import { readContent } from './content.ts';
import type { ArchivalStandard } from './standard.ts';

/** Limits of the standard (ISO 19005-2, section 6.1.13; of part 1: PDF Reference 1.4, appendix C). */
const MAX_STRING_BYTES = 32_767;
const MAX_OPEN_STATES = 28;
const MAX_FIRST_ARRAY = 8_191;
const MAX_FIRST_DICT = 4_095;

/** Refuses a document with what the standard forbids and nobody can take out without changing how it looks. */
export function requireArchivable(document: PDFDocument, standard: ArchivalStandard): void {
  const { hasMissingGlyphs, hasPrintColours, deepestState } = readContent(document);
  if (hasMissingGlyphs) throw refused(standard, 'has letters that no font here has');
  if (hasPrintColours) throw refused(standard, PRINT_COLOURS);
  if (deepestState > MAX_OPEN_STATES) throw refused(standard, 'has parts nested too deeply in each other');
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    for (const part of partsOf(object)) {
      const problem = problemOf(part) ?? (standard.isFirst ? problemOfFirst(part) : undefined);
      if (problem !== undefined) throw refused(standard, problem);
    }
  }
}

const PRINT_COLOURS = 'has colours or images for print (CMYK)';
const TRANSPARENCY = 'has parts through which others shine';

export function refused({ part }: ArchivalStandard, problem: string): ConversionError {
  const advice =
    part === 1 ? 'Choose pdfa-2b, or leave the option pdfStandard out.' : 'Leave the option pdfStandard out.';
  return new ConversionError({
    code: 'invalid_options',
    message: `The document cannot be written as PDF/A-${part}: it ${problem}, which the standard forbids. ${advice}`,
    details: { option: 'pdfStandard' },
  });
}

/** An object, and all that is in it and not by itself. */
function* partsOf(object: PDFObject): Generator<PDFObject> {
  const open: PDFObject[] = [object];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    if (next instanceof PDFArray) open.push(...next.asArray());
    else if (next instanceof PDFDict) open.push(...next.values());
    else if (next instanceof PDFStream) open.push(next.dict);
  }
}

function problemOf(part: PDFObject): string | undefined {
  if (part instanceof PDFString || part instanceof PDFHexString)
    return part.asBytes().byteLength > MAX_STRING_BYTES ? 'has a link that is too long' : undefined;
  if (!(part instanceof PDFDict)) return undefined;
  if (part.has(name('EmbeddedFiles')) || part.has(name('EF'))) return 'has files attached to it';
  return part.lookup(name('ColorSpace')) === name('DeviceCMYK') ? PRINT_COLOURS : undefined;
}

function problemOfFirst(part: PDFObject): string | undefined {
  if (part instanceof PDFArray) return part.size() > MAX_FIRST_ARRAY ? 'has a list that is too long' : undefined;
  if (part instanceof PDFRawStream && numberAt(part.dict, 'BitsPerComponent', 8) > 8) return 'has images of 16 bits';
  if (!(part instanceof PDFDict)) return undefined;
  if (part.entries().length > MAX_FIRST_DICT) return 'has a list that is too long';
  const mask = part.lookup(name('SMask'));
  if (mask !== undefined && mask !== name('None')) return TRANSPARENCY;
  if (numberAt(part, 'ca', 1) !== 1 || numberAt(part, 'CA', 1) !== 1) return TRANSPARENCY;
  const blend = part.lookup(name('BM'));
  if (blend !== undefined && blend !== name('Normal')) return TRANSPARENCY;
  const group = part.lookup(name('Group'));
  return group instanceof PDFDict && group.lookup(name('S')) === name('Transparency') ? TRANSPARENCY : undefined;
}

function name(text: string): PDFName {
  return PDFName.of(text);
}

function numberAt(dict: PDFDict, key: string, absent: number): number {
  const value = dict.lookup(name(key));
  return value instanceof PDFNumber ? value.asNumber() : absent;
}
