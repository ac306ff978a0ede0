import {
  PDFDocument,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  PDFHexString,
  PDFNumber,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { ConversionError } from '../../contract/errors.ts';
import { type HocrPage, type HocrWord, readHocr } from '../../content/pages/hocr.ts';

interface PageText {
  /** Place of the page in the document, from 0. */
  readonly index: number;
  /** The `ocr_page` of hOCR. */
  readonly hocr: string;
}

const POINTS_PER_INCH = 72;
/** Mode 3 of text rendering: neither filled nor stroked (ISO 32000-1, 9.3.6). */
const INVISIBLE = 3;
/** Width of every glyph of the font, in em. */
const GLYPH_WIDTH = 0.5;
const FONT = 'OcrText';
/** Every code of the font is the UTF-16 unit of its character. */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
1 beginbfrange
<0000> <FFFF> <0000>
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;

/** Lays the recognised words invisibly over their pages, so that they can be found, marked and copied. */
export async function addTextLayer(
  pdf: Uint8Array,
  pages: readonly PageText[],
  password: string | undefined,
): Promise<Uint8Array> {
  const document = await open(pdf, password);
  const font = invisibleFont(document);
  for (const { index, hocr } of pages) {
    const [content] = readHocr(new TextEncoder().encode(hocr));
    if (content) layText(document.getPage(index), content, font);
  }
  return document.save();
}

async function open(pdf: Uint8Array, password: string | undefined): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(pdf, { updateMetadata: false, ...(password !== undefined && { password }) });
  } catch (error) {
    throw new ConversionError(
      {
        code: 'input_corrupt',
        message: 'The PDF is damaged, so that no text can be added to it. Send an intact file.',
      },
      { cause: error },
    );
  }
}

/** A font without glyphs: nothing of it shows, and its codes say what they mean. */
function invisibleFont({ context }: PDFDocument): PDFRef {
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: FONT,
      Flags: 5,
      FontBBox: [0, -200, 500, 800],
      ItalicAngle: 0,
      Ascent: 800,
      Descent: -200,
      CapHeight: 800,
      StemV: 80,
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: FONT,
      CIDSystemInfo: {
        Registry: PDFHexString.fromText('Adobe'),
        Ordering: PDFHexString.fromText('Identity'),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      DW: GLYPH_WIDTH * 1000,
      CIDToGIDMap: 'Identity',
    }),
  );
  const toUnicode = context.register(context.flateStream(TO_UNICODE));
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: FONT,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: toUnicode,
    }),
  );
}

function layText(page: PDFPage, { dpi, lines }: HocrPage, font: PDFRef): void {
  const name = page.node.newFontDictionary(FONT, font);
  const scale = POINTS_PER_INCH / dpi;
  const place = placementOn(page);
  const operators = lines.flatMap(({ words, baseline, size }) =>
    words.flatMap((word) =>
      showWord(word, {
        name,
        size: Math.max(1, size * scale),
        scale,
        matrix: place(word.x0 * scale, baseline * scale),
      }),
    ),
  );
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.PushGraphicsState),
    PDFOperator.of(PDFOperatorNames.BeginText),
    PDFOperator.of(PDFOperatorNames.SetTextRenderingMode, [PDFNumber.of(INVISIBLE)]),
    ...operators,
    PDFOperator.of(PDFOperatorNames.EndText),
    PDFOperator.of(PDFOperatorNames.PopGraphicsState),
  );
}

type Matrix = readonly [number, number, number, number, number, number];

interface WordPlace {
  readonly name: PDFName;
  readonly size: number;
  /** Points of a pixel. */
  readonly scale: number;
  readonly matrix: Matrix;
}

/** The word and a space, squeezed or spread to be as wide as it is on the page. */
function showWord({ text, x0, x1 }: HocrWord, { name, size, scale, matrix }: WordPlace): PDFOperator[] {
  const units = text.length;
  const stretch = (100 * (x1 - x0) * scale) / (units * GLYPH_WIDTH * size);
  const codes = Array.from({ length: units }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0')).join(
    '',
  );
  return [
    PDFOperator.of(PDFOperatorNames.SetFontAndSize, [name, PDFNumber.of(size)]),
    PDFOperator.of(PDFOperatorNames.SetTextHorizontalScaling, [PDFNumber.of(stretch)]),
    PDFOperator.of(
      PDFOperatorNames.SetTextMatrix,
      matrix.map((value) => PDFNumber.of(value)),
    ),
    PDFOperator.of(PDFOperatorNames.ShowText, [PDFHexString.of(`${codes}0020`)]),
  ];
}

/** From points of the page as it is shown, from its top left corner, to the matrix of text that begins there. */
function placementOn(page: PDFPage): (x: number, y: number) => Matrix {
  const { x: left, y: bottom, width, height } = page.getCropBox();
  const right = left + width;
  const top = bottom + height;
  switch (((page.getRotation().angle % 360) + 360) % 360) {
    case 90:
      return (x, y) => [0, 1, -1, 0, left + y, bottom + x];
    case 180:
      return (x, y) => [-1, 0, 0, -1, right - x, bottom + y];
    case 270:
      return (x, y) => [0, -1, 1, 0, right - y, top - x];
    default:
      return (x, y) => [1, 0, 0, 1, left + x, top - y];
  }
}
