import type { OpenDocument } from '../../document/opendocument/package.ts';
import { wholeTags } from '../../../io/xml-tag-pieces.ts';

const FIRST_TABLE = /<(?:\w+:)?table[\s>]/;
/** Ends a document behind what comes before its first table. */
export const END_OF_CONTENT = '</office:spreadsheet></office:body></office:document-content>';

/**
 * Gives the tables of a spreadsheet piece by piece, in whole tags, until `take` returns false. Returns what is
 * before the first of them: the styles. Nothing when there is none, or when `take` has had enough.
 */
export function headBeforeTables(document: OpenDocument, take: (piece: string) => boolean): string | undefined {
  let head = '';
  let isInTables = false;
  for (let piece of wholeTags(document.contentPieces())) {
    if (!isInTables) {
      head += piece;
      const start = FIRST_TABLE.exec(head);
      if (!start) continue;
      isInTables = true;
      piece = head.slice(start.index);
      head = head.slice(0, start.index);
    }
    if (!take(piece)) return undefined;
  }
  return isInTables ? head : undefined;
}
