import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { paragraphs } from './prose.ts';

const PARAGRAPHS_A_CHAPTER = 8;
const TABLE = { rows: 12, columns: 4 } as const;
/** With a heading and a table a page is nearly full. */
const PARAGRAPHS_A_PAGE = 4;

/** A Word document of chapters: a heading, prose, three list items and a table each. */
export async function encodeDocx(chapters: number): Promise<Uint8Array> {
  const children = Array.from({ length: chapters }, (_, index) => chapter(index + 1)).flat();
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}

/** A Word document of so many pages: each begins with a heading, and has prose and a table. */
export async function encodePagedDocx(pages: number): Promise<Uint8Array> {
  const children = Array.from({ length: pages }, (_, index) => page(index + 1)).flat();
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}

function page(number: number): (Paragraph | Table)[] {
  const title = new Paragraph({
    text: `Page ${number}`,
    heading: HeadingLevel.HEADING_1,
    pageBreakBefore: number > 1,
  });
  const prose = paragraphs(PARAGRAPHS_A_PAGE, number).map((text) => new Paragraph({ text }));
  return [title, ...prose, figures(number)];
}

function chapter(number: number): (Paragraph | Table)[] {
  const prose = paragraphs(PARAGRAPHS_A_CHAPTER, number).map((text) => new Paragraph({ text }));
  const items = paragraphs(3, 100 + number).map((text) => new Paragraph({ text, bullet: { level: 0 } }));
  return [
    new Paragraph({ text: `Chapter ${number}`, heading: HeadingLevel.HEADING_1 }),
    ...prose,
    ...items,
    figures(number),
  ];
}

function figures(chapter: number): Table {
  const cell = (text: string): TableCell => new TableCell({ children: [new Paragraph({ text })] });
  const row = (index: number): TableRow =>
    new TableRow({
      children: Array.from({ length: TABLE.columns }, (_, column) => cell(`${chapter * index * (column + 1)}`)),
    });
  return new Table({ rows: Array.from({ length: TABLE.rows }, (_, index) => row(index + 1)) });
}
