import { decodeXml, scanXml, type XmlAttributes } from '../../io/xml.ts';

/** A rectangle in pixels of the page's image. */
interface PixelBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface HocrWord extends PixelBox {
  readonly text: string;
}

export interface HocrLine extends PixelBox {
  /** Height of the baseline at the left edge of the line. */
  readonly baseline: number;
  /** Height from the tallest ascender to the lowest descender: about the size of the font. */
  readonly size: number;
  readonly words: readonly HocrWord[];
}

export interface HocrPage extends PixelBox {
  /** Pixels per inch of the image. */
  readonly dpi: number;
  readonly lines: readonly HocrLine[];
}

const USUAL_DPI = 300;
const MAX_DEPTH = 64;
/** Classes of what is on one line (hOCR 1.2, section 5). */
const LINES = new Set(['ocr_line', 'ocr_textfloat', 'ocr_header', 'ocr_footer', 'ocr_caption', 'ocrx_line']);

interface OpenPage extends PixelBox {
  readonly dpi: number;
  readonly lines: OpenLine[];
}

interface OpenLine extends PixelBox {
  readonly baseline: number;
  readonly size: number;
  readonly words: { -readonly [Key in keyof HocrWord]: HocrWord[Key] }[];
}

/** The pages of an hOCR document with their lines and words. */
export function readHocr(bytes: Uint8Array): HocrPage[] {
  const pages: OpenPage[] = [];
  let wordDepth = 0;
  let depth = 0;
  scanXml(
    decodeXml(bytes),
    {
      open(_name, attributes) {
        depth++;
        const opened = openElement(attributes, pages);
        if (opened === 'word') wordDepth = depth;
      },
      close() {
        if (depth === wordDepth) wordDepth = 0;
        depth--;
      },
      text(value) {
        const word = wordDepth > 0 ? pages.at(-1)?.lines.at(-1)?.words.at(-1) : undefined;
        if (word) word.text += value;
      },
    },
    MAX_DEPTH,
    { doctype: 'skip' },
  );
  return pages.map((page) => ({ ...page, lines: page.lines.map(trimmed).filter(({ words }) => words.length > 0) }));
}

function trimmed(line: OpenLine): HocrLine {
  return {
    ...line,
    words: line.words.map((word) => ({ ...word, text: word.text.trim() })).filter(({ text }) => text !== ''),
  };
}

function openElement(attributes: XmlAttributes, pages: OpenPage[]): 'word' | undefined {
  const kind = attributes.get('class') ?? '';
  const title = attributes.get('title') ?? '';
  const box = boxOf(title);
  if (!box) return undefined;
  if (kind === 'ocr_page') pages.push({ ...box, dpi: numbersOf(title, 'scan_res')?.[0] ?? USUAL_DPI, lines: [] });
  else if (LINES.has(kind)) pages.at(-1)?.lines.push(lineOf(box, title));
  else if (kind === 'ocrx_word') {
    pages
      .at(-1)
      ?.lines.at(-1)
      ?.words.push({ ...box, text: '' });
    return 'word';
  }
  return undefined;
}

function lineOf(box: PixelBox, title: string): OpenLine {
  const [, offset = 0] = numbersOf(title, 'baseline') ?? [];
  return { ...box, baseline: box.y1 + offset, size: numbersOf(title, 'x_size')?.[0] ?? box.y1 - box.y0, words: [] };
}

function boxOf(title: string): PixelBox | undefined {
  const [x0, y0, x1, y1] = numbersOf(title, 'bbox') ?? [];
  return x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined ? undefined : { x0, y0, x1, y1 };
}

/** Numbers behind a name among the properties: `bbox 0 0 10 10; baseline 0 -5`. */
function numbersOf(title: string, name: string): number[] | undefined {
  const found = new RegExp(`(?:^|;)\\s*${name}\\s+([-\\d.\\s]+)`).exec(title);
  const numbers = found?.[1]?.trim().split(/\s+/).map(Number);
  return numbers?.every(Number.isFinite) ? numbers : undefined;
}
