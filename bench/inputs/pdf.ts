import { pdfOfObjects, pdfStream } from '../../test/support/pdf-objects.ts';
import { paragraphs } from './prose.ts';

/** Points (1/72 inch). A4, margins of an inch. */
const PAGE = { width: 595, height: 842, margin: 72 } as const;
const BODY = { size: 11, leading: 14 } as const;
const HEADING = { size: 18, leading: 30 } as const;
const PARAGRAPH_GAP = 8;
/** Helvetica is half as wide as high, on average: lines of prose end near the right margin. */
const CHARACTERS_A_LINE = Math.floor((PAGE.width - 2 * PAGE.margin) / (BODY.size * 0.5));

/** A PDF of prose under headings in Helvetica, one of the fonts that every reader has: nothing is embedded. */
export function encodePdf(pages: number): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${range(pages, (page) => `${pageObject(page)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  for (let page = 0; page < pages; page++) {
    const content = pageContent(page);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
        `/Resources << /Font << /F1 3 0 R >> >> /Contents ${pageObject(page) + 1} 0 R >>`,
      pdfStream('', content),
    );
  }
  return pdfOfObjects(objects);
}

/** Number of a page's object: three come before the pages, and each page has its content right after it. */
function pageObject(page: number): number {
  return 4 + 2 * page;
}

function pageContent(page: number): string {
  let y: number = PAGE.height - PAGE.margin - HEADING.size;
  const operators = [showText(`Chapter ${page + 1}`, HEADING.size, y)];
  y -= HEADING.leading;
  for (const paragraph of paragraphs(10, page + 1)) {
    for (const line of wrap(paragraph)) {
      if (y < PAGE.margin) return operators.join('\n');
      operators.push(showText(line, BODY.size, y));
      y -= BODY.leading;
    }
    y -= PARAGRAPH_GAP;
  }
  return operators.join('\n');
}

function showText(text: string, size: number, y: number): string {
  return `BT /F1 ${size} Tf 1 0 0 1 ${PAGE.margin} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
}

function wrap(paragraph: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > CHARACTERS_A_LINE) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function range<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index));
}
