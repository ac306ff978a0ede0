import { decodeHTMLStrict } from 'entities/decode';
import { decodeReferences } from './xml.ts';

/** No name of HTML is longer than 31 characters. */
const REFERENCE = /&[#a-z][a-z0-9]{0,31};/gi;

/**
 * As `decodeReferences`, and the names that the document types of XHTML, DocBook and JATS declare: all of them are names
 * of HTML, which took them over.
 */
export function decodeDeclaredReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (reference) =>
    reference[1] === '#' ? decodeReferences(reference) : decodeHTMLStrict(reference),
  );
}
