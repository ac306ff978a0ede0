import { RANGES, WIDTHS } from '../../engine/codecs/pdf-docx/write/standard-widths.ts';
import { pdfOfObjects, pdfStream } from './pdf-objects.ts';

/** The standard fonts that need no font program. */
export type StandardFont = 'Helvetica' | 'Helvetica-Bold' | 'Helvetica-Oblique' | 'Times-Roman' | 'Courier';

export interface TextOptions {
  readonly font?: StandardFont;
  /** `#rrggbb`. */
  readonly color?: string;
  /** Degrees clockwise. */
  readonly rotation?: number;
  /** How far its matrix leans it to the right, as a share of its height. */
  readonly slant?: number;
  /** Its matrix turns it upside down, as in a mirror below it. */
  readonly mirrored?: boolean;
  /** PDF text render mode: 3 is invisible. */
  readonly renderMode?: number;
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  /** The page's own /Rotate, a multiple of 90. */
  readonly rotate?: number;
}

interface PageDraft {
  readonly width: number;
  readonly height: number;
  readonly rotate: number;
  readonly content: string[];
  readonly links: { readonly box: readonly number[]; readonly action: string }[];
  /** The elements of the contents with the marked-content ids 0, 1, 2 … */
  readonly marked: StructureNode[];
  readonly images: Map<string, number>;
}

/** An element of the structure tree with its elements and its marked contents. */
interface StructureNode {
  readonly role: string;
  readonly parent: StructureNode | undefined;
  readonly kids: (StructureNode | { readonly page: number; readonly mcid: number })[];
}

const FONTS: readonly StandardFont[] = ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Times-Roman', 'Courier'];

/**
 * Writes small PDFs for tests: text in the standard fonts, lines, boxes, images and links, uncompressed. Positions are
 * points from the top left corner of the page; text is placed by its baseline.
 */
export class PdfWriter {
  readonly #pages: PageDraft[] = [];
  readonly #images: string[] = [];
  readonly #info: Readonly<Record<string, string>>;
  readonly #nodes: StructureNode[] = [];
  readonly #outline: { readonly title: string; readonly page: number; readonly y: number }[] = [];
  #element: StructureNode | undefined;

  constructor(info: Readonly<Record<string, string>> = {}) {
    this.#info = info;
  }

  page({ width = 612, height = 792, rotate = 0 }: PageOptions = {}): this {
    this.#pages.push({ width, height, rotate, content: [], links: [], marked: [], images: new Map() });
    return this;
  }

  text(x: number, y: number, size: number, text: string, options: TextOptions = {}): this {
    const {
      font = 'Helvetica',
      color = '#000000',
      rotation = 0,
      slant = 0,
      mirrored = false,
      renderMode = 0,
    } = options;
    const [open, close] = this.#marks();
    const angle = (-rotation * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const up = mirrored ? -1 : 1;
    const matrix = [cos, sin, slant * cos - up * sin, slant * sin + up * cos].map(fixed).join(' ');
    return this.#draw(
      `${open}BT /F${FONTS.indexOf(font)} ${size} Tf ${renderMode} Tr ${rgb(color)} rg ` +
        `${matrix} ${x} ${fixed(this.#page.height - y)} Tm (${escape(text)}) Tj ET${close}`,
    );
  }

  /** What `draw` writes is an element of the structure tree; elements may hold others. */
  element(role: string, draw: (pdf: this) => void): this {
    const parent = this.#element;
    const node: StructureNode = { role, parent, kids: [] };
    parent?.kids.push(node);
    this.#nodes.push(node);
    this.#element = node;
    draw(this);
    this.#element = parent;
    return this;
  }

  #marks(): [open: string, close: string] {
    const node = this.#element;
    if (!node) return ['', ''];
    const mcid = this.#page.marked.push(node) - 1;
    node.kids.push({ page: this.#pages.length - 1, mcid });
    return [`/${node.role} << /MCID ${mcid} >> BDC `, ' EMC'];
  }

  /** An entry of the outline for a place on the current page. */
  bookmark(title: string, y: number): this {
    this.#outline.push({ title, page: this.#pages.length - 1, y: this.#page.height - y });
    return this;
  }

  /** A link to a height on a page, from 1. */
  jump(x0: number, y0: number, x1: number, y1: number, target: { readonly page: number; readonly y: number }): this {
    const { height, links } = this.#page;
    const action = `/Dest [${target.page - 1} /XYZ 0 ${height - target.y} null]`;
    links.push({ box: [x0, height - y1, x1, height - y0], action });
    return this;
  }

  /** Lines of text below each other, `leading` points apart. */
  lines(
    x: number,
    y: number,
    size: number,
    leading: number,
    lines: readonly string[],
    options: TextOptions = {},
  ): this {
    lines.forEach((line, index) => this.text(x, y + index * leading, size, line, options));
    return this;
  }

  line(x0: number, y0: number, x1: number, y1: number, width = 1): this {
    const { height } = this.#page;
    return this.#draw(`${width} w 0 0 0 RG ${x0} ${fixed(height - y0)} m ${x1} ${fixed(height - y1)} l S`);
  }

  /** All lines of a grid. */
  grid(xs: readonly number[], ys: readonly number[]): this {
    for (const x of xs) this.line(x, ys[0]!, x, ys.at(-1)!);
    for (const y of ys) this.line(xs[0]!, y, xs.at(-1)!, y);
    return this;
  }

  fill(x0: number, y0: number, x1: number, y1: number, color: string): this {
    return this.#draw(`${rgb(color)} rg ${x0} ${fixed(this.#page.height - y1)} ${x1 - x0} ${y1 - y0} re f`);
  }

  /** A curve, which no Word paragraph can hold. */
  curve(): this {
    return this.#draw('0 0 0 RG 100 100 m 150 200 250 200 300 100 c S');
  }

  /** An image of `width` × `height` RGB pixels, or a JPEG file of that size. */
  image(
    box: readonly [x0: number, y0: number, x1: number, y1: number],
    image: { readonly width: number; readonly height: number; readonly bytes: Uint8Array; readonly jpeg?: boolean },
  ): this {
    const { width, height, bytes, jpeg = false } = image;
    const filter = jpeg ? '/Filter /DCTDecode ' : '';
    const dictionary = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 ${filter}/Length ${bytes.length} >>`;
    this.#images.push(`${dictionary}\nstream\n${Buffer.from(bytes).toString('latin1')}\nendstream`);
    const name = `I${this.#images.length}`;
    this.#page.images.set(name, this.#images.length - 1);
    const [x0, y0, x1, y1] = box;
    return this.#draw(`q ${x1 - x0} 0 0 ${y1 - y0} ${x0} ${fixed(this.#page.height - y1)} cm /${name} Do Q`);
  }

  link(x0: number, y0: number, x1: number, y1: number, url: string): this {
    const { height, links } = this.#page;
    links.push({ box: [x0, height - y1, x1, height - y0], action: `/A << /S /URI /URI (${escape(url)}) >>` });
    return this;
  }

  finish(): Uint8Array {
    const firstImage = 4 + FONTS.length;
    const firstPage = firstImage + this.#images.length;
    const firstNode = firstPage + 2 * this.#pages.length;
    const firstEntry = firstNode + 1 + this.#nodes.length;
    const pageAt = (index: number): string => `${firstPage + 2 * index} 0 R`;
    const kids = this.#pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ');
    const info = Object.entries(this.#info).map(([key, value]) => `/${key} (${escape(value)})`);
    const objects = [
      `<< /Type /Catalog /Pages 2 0 R${this.#nodes.length > 0 ? ` /MarkInfo << /Marked true >> /StructTreeRoot ${firstNode} 0 R` : ''}${this.#outline.length > 0 ? ` /Outlines ${firstEntry} 0 R` : ''} >>`,
      `<< /Type /Pages /Kids [${kids}] /Count ${this.#pages.length} >>`,
      `<< ${info.join(' ')} >>`,
      ...FONTS.map((font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`),
      ...this.#images,
      ...this.#pages.flatMap((page, index) => this.#pageObjects(page, firstPage + 2 * index, firstImage)),
      ...this.#structureObjects(firstNode, pageAt),
      ...this.#outlineObjects(firstEntry, pageAt),
    ];
    return pdfOfObjects(objects, { info: 3 });
  }

  /** The root of the structure tree and its elements, numbered from `first`. */
  #structureObjects(first: number, pageAt: (index: number) => string): string[] {
    const numberOf = (node: StructureNode): string => `${first + 1 + this.#nodes.indexOf(node)} 0 R`;
    const roots = this.#nodes.filter(({ parent }) => !parent).map(numberOf);
    const parents = this.#pages.map(({ marked }, index) => `${index} [${marked.map(numberOf).join(' ')}]`);
    const elements = this.#nodes.map((node) => {
      const kids = node.kids.map((kid) =>
        'role' in kid ? numberOf(kid) : `<< /Type /MCR /Pg ${pageAt(kid.page)} /MCID ${kid.mcid} >>`,
      );
      const parent = node.parent ? numberOf(node.parent) : `${first} 0 R`;
      return `<< /Type /StructElem /S /${node.role} /P ${parent} /K [${kids.join(' ')}] >>`;
    });
    return [
      `<< /Type /StructTreeRoot /K [${roots.join(' ')}] /ParentTree << /Nums [${parents.join(' ')}] >> >>`,
      ...elements,
    ];
  }

  /** The root of the outline and its entries, all on one level. */
  #outlineObjects(first: number, pageAt: (index: number) => string): string[] {
    const last = first + this.#outline.length;
    return [
      `<< /Type /Outlines /First ${first + 1} 0 R /Last ${last} 0 R /Count ${this.#outline.length} >>`,
      ...this.#outline.map(({ title, page, y }, index) => {
        const number = first + 1 + index;
        const next = number < last ? `/Next ${number + 1} 0 R ` : '';
        const previous = index > 0 ? `/Prev ${number - 1} 0 R ` : '';
        return `<< /Title (${escape(title)}) /Parent ${first} 0 R ${previous}${next}/Dest [${pageAt(page)} /XYZ 0 ${y} null] >>`;
      }),
    ];
  }

  #pageObjects(page: PageDraft, number: number, firstImage: number): [string, string] {
    const fonts = FONTS.map((_, index) => `/F${index} ${4 + index} 0 R`).join(' ');
    const images = [...page.images].map(([name, index]) => `/${name} ${firstImage + index} 0 R`).join(' ');
    const links = page.links.map(({ box, action }) => {
      return `<< /Type /Annot /Subtype /Link /Rect [${box.join(' ')}] ${action} >>`;
    });
    const content = page.content.join('\n');
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Rotate ${page.rotate} ` +
        `/Resources << /Font << ${fonts} >> /XObject << ${images} >> >> /Contents ${number + 1} 0 R /StructParents ${this.#pages.indexOf(page)} /Annots [${links.join(' ')}] >>`,
      pdfStream('', content),
    ];
  }

  get #page(): PageDraft {
    const page = this.#pages.at(-1);
    if (!page) throw new Error('call page() first');
    return page;
  }

  #draw(operators: string): this {
    this.#page.content.push(operators);
    return this;
  }
}

const fixed = (value: number): string => String(Number(value.toFixed(4)));

const escape = (text: string): string => text.replace(/[\\()]/g, '\\$&');

const rgb = (color: string): string =>
  [1, 3, 5].map((at) => fixed(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');

/** Width of some text in Helvetica, in points. */
export function helveticaWidth(text: string, size: number): number {
  const codes = RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  const widths = WIDTHS['Arial']!;
  return [...text].reduce((sum, character) => {
    const at = 2 * codes.indexOf(character.codePointAt(0)!);
    return sum + (Number.parseInt(widths.slice(at, at + 2), 36) / 1000) * size;
  }, 0);
}

/** Breaks a text into lines of Helvetica no wider than `width`. */
export function wrap(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && helveticaWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
