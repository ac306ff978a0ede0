/**
 * Makes the Word documents of the corpus. Run from the project's root: `node corpus/make/documents.ts`.
 * The docx library writes the first; the second is written by hand, because it holds what that library cannot.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import {
  Document,
  ExternalHyperlink,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import { writeZip } from '../../engine/io/zip.ts';

const TARGET = join(import.meta.dirname, '../sources/docx');

/** An image of four coloured squares, `size` pixels wide, as PNG. */
function squares(size: number): Buffer {
  const row = (top: boolean): number[] => [
    0,
    ...Array.from({ length: size }, (_, x) => (x < size / 2 === top ? [200, 40, 40] : [40, 90, 200])).flat(),
  ];
  const pixels = Array.from({ length: size }, (_, y) => row(y < size / 2)).flat();
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.byteLength, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Uint8Array.from(pixels))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function image(): Paragraph {
  const data = squares(32);
  return new Paragraph({
    children: [
      new ImageRun({
        type: 'png',
        data,
        transformation: { width: 96, height: 96 },
        altText: { name: 'squares', title: 'Squares', description: 'Four squares, red and blue' },
      }),
    ],
  });
}

function cell(text: string, span: { columnSpan?: number; rowSpan?: number } = {}): TableCell {
  return new TableCell({ ...span, children: [new Paragraph(text)] });
}

function reportDocument(): Document {
  const item = (text: string, level: number): Paragraph =>
    new Paragraph({ text, numbering: { reference: 'steps', level } });
  return new Document({
    title: 'Harbour report',
    creator: 'Test Author',
    keywords: 'harbour, tides',
    numbering: {
      config: [
        {
          reference: 'steps',
          levels: [
            { level: 0, format: LevelFormat.DECIMAL, text: '%1.' },
            { level: 1, format: LevelFormat.LOWER_LETTER, text: '%2)' },
          ],
        },
      ],
    },
    footnotes: { 1: { children: [new Paragraph('Measured at the eastern pier with a tide gauge.')] } },
    sections: [
      {
        headers: { default: new Header({ children: [new Paragraph('Harbour authority, internal use')] }) },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({ children: [new TextRun('Sheet '), new TextRun({ children: [PageNumber.CURRENT] })] }),
            ],
          }),
        },
        children: [
          new Paragraph({ text: 'Harbour report', heading: HeadingLevel.HEADING_1 }),
          new Paragraph({
            children: [
              new TextRun('The water stood '),
              new TextRun({ text: 'unusually', bold: true }),
              new TextRun(' high this '),
              new TextRun({ text: 'spring', italics: true }),
              new TextRun('.'),
              new FootnoteReferenceRun(1),
              new TextRun(' Naïve readers — “so to speak” — may ask: why 5 < 7 & 9 > 8?'),
            ],
          }),
          new Paragraph({ text: 'Steps taken', heading: HeadingLevel.HEADING_2 }),
          item('Check the moorings', 0),
          item('port side first', 1),
          item('starboard side next', 1),
          item('Write the log', 0),
          new Paragraph({
            children: [
              new ExternalHyperlink({
                link: 'https://example.org/tides?a=1&b=2',
                children: [new TextRun('Tide tables')],
              }),
              new TextRun(' and '),
              new ExternalHyperlink({ link: 'javascript:alert(1)', children: [new TextRun('an unsafe address')] }),
              new TextRun(' follow.'),
            ],
          }),
          new Paragraph({ text: 'Levels by gauge', heading: HeadingLevel.HEADING_2 }),
          new Table({
            rows: [
              new TableRow({ children: [cell('Gauge'), cell('Morning'), cell('Evening')] }),
              new TableRow({ children: [cell('East', { rowSpan: 2 }), cell('4.20 m'), cell('3.95 m')] }),
              new TableRow({ children: [cell('closed for repairs', { columnSpan: 2 })] }),
              new TableRow({ children: [cell('West | inner'), cell('4.05 m'), cell('3.80 m')] }),
            ],
          }),
          image(),
          new Paragraph('The same emblem stands below once more; it must not be stored twice in Markdown.'),
          image(),
          new Paragraph('שלום עולם means hello world; 潮位 means tide level; emoji 🌊 closes the line.'),
        ],
      },
    ],
  });
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const MATHS = 'http://schemas.openxmlformats.org/officeDocument/2006/math';
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const PLACED = 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing';
const SHAPE = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape';

/** What mammoth by itself would drop: a formula, a text box without an older form, fields, ruby, an outline level. */
const HARD_BODY = `
<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Heading by outline level only</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">The root is </w:t></w:r><m:oMath><m:r><m:t>x=</m:t></m:r><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:rad><m:deg/><m:e><m:r><m:t>c</m:t></m:r></m:e></m:rad></m:den></m:f></m:oMath><w:r><w:t xml:space="preserve"> as shown.</w:t></w:r></w:p>
<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="2160000" cy="360000"/><wp:docPr id="1" name="Text box 1"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="${SHAPE}"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2160000" cy="360000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx><w:txbxContent><w:p><w:r><w:t>Words inside a text box</w:t></w:r></w:p></w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice></mc:AlternateContent></w:r><w:r><w:t>Paragraph that anchors the box.</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">See </w:t></w:r><w:fldSimple w:instr=" REF _Ref1 "><w:r><w:t>Figure seven</w:t></w:r></w:fldSimple><w:r><w:t xml:space="preserve"> for details.</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>Hidden words.</w:t></w:r></w:p>
<w:p><w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>しお</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>潮</w:t></w:r></w:rubyBase></w:ruby></w:r><w:del><w:r><w:delText>Deleted words.</w:delText></w:r></w:del><w:ins><w:r><w:t xml:space="preserve"> Inserted words.</w:t></w:r></w:ins></w:p>`;

function hardDocument(): Uint8Array {
  const text = (content: string): Uint8Array =>
    new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`);
  return writeZip([
    {
      name: '[Content_Types].xml',
      bytes: text(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
    },
    {
      name: '_rels/.rels',
      bytes: text(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      ),
    },
    {
      name: 'word/document.xml',
      bytes: text(
        `<w:document xmlns:w="${WORD}" xmlns:m="${MATHS}" xmlns:mc="${COMPATIBILITY}" xmlns:wp="${PLACED}" xmlns:a="${DRAWING}" xmlns:wps="${SHAPE}"><w:body>${HARD_BODY}</w:body></w:document>`,
      ),
    },
  ]);
}

mkdirSync(TARGET, { recursive: true });
writeFileSync(join(TARGET, 'report-notes-merged-cells-repeated-picture.docx'), await Packer.toBuffer(reportDocument()));
writeFileSync(join(TARGET, 'formula-textbox-hidden-ruby.docx'), hardDocument());
