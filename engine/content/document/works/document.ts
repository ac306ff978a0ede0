import { ConversionError } from '../../../contract/errors.ts';
import { isCompoundFile, openCompoundFile } from '../../../io/compound-file.ts';

/** The bytes that hold the text of a document of Microsoft Works, and which of its two formats they are in. */
export interface WorksDocument {
  /** `pages`: Works 2 to 4 (and 1 for DOS), formatting in pages of 128 bytes. `chunks`: Works 5 to 9. */
  readonly layout: 'pages' | 'chunks';
  readonly bytes: Uint8Array;
}

const CHUNKS = 'CHNKWKS';
const MARK = 0xfe;
const MAX_VERSION = 8;

/** Finds the document in a compound file, or takes a file of Works for DOS as it is. Throws `input_corrupt`. */
export function openWorks(bytes: Uint8Array): WorksDocument {
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  if (!isCompoundFile(bytes)) return recognised(bytes);
  const file = openCompoundFile(bytes);
  const stream = file.read('CONTENTS') ?? file.read('MN0');
  if (!stream) throw notWorks();
  return recognised(stream);
}

function recognised(bytes: Uint8Array): WorksDocument {
  if (String.fromCharCode(...bytes.subarray(0, CHUNKS.length)) === CHUNKS) return { layout: 'chunks', bytes };
  if (bytes[1] === MARK && bytes[0]! > 0 && bytes[0]! <= MAX_VERSION && bytes.byteLength > TEXT_START) {
    return { layout: 'pages', bytes };
  }
  throw notWorks();
}

/** Where the text of the older format begins. */
export const TEXT_START = 0x100;

function notWorks(): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: 'The file is no document of Microsoft Works, or of a version that is not known here.',
  });
}

export function damagedWorks(what: string): ConversionError {
  return new ConversionError({ code: 'input_corrupt', message: `The Works document is damaged: ${what}.` });
}
