import type { FormatId } from '../../engine/formats/index.ts';
import type { Case } from '../case.ts';

function recognised(edge: string, from: FormatId, to: FormatId, source: string): Case {
  return { codec: 'ocr', edge, from, to, source, options: { ocr: true }, comparator: 'document' };
}

export const cases: readonly Case[] = [
  recognised('recognise-picture', 'png', 'hocr', 'scanned-letter-table.png'),
  recognised('recognise-picture', 'jpg', 'hocr', 'scanned-letter-lists.jpg'),
  recognised('recognise-pictures', 'tiff', 'hocr', 'scanned-letter-fax.tiff'),
  recognised('recognise-pages', 'pdf', 'hocr', 'scanned-letter.pdf'),
  recognised('make-searchable', 'pdf', 'pdf', 'scanned-letter.pdf'),
];
