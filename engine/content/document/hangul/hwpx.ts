import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { decodeXml } from '../../../io/xml.ts';
import { childAt, childrenNamed, descendants, parseXmlTree, TEXT_NODE, type XmlNode } from '../../../io/xml-tree.ts';
import { openZip, type ZipArchive } from '../../../io/zip.ts';
import type { Block, Inline, PageLayout, ParagraphStyle, TextDocument, TextStyle } from '../opendocument/document.ts';
import type { HangulLosses } from './losses.ts';
import { documentOf, isEmpty, tableOf, type PlacedCell } from './tables.ts';

/* Documents of Hangul in OWPML (KS X 6101): a ZIP with styles in header.xml, and a file for each section. */

const HEADER = 'Contents/header.xml';
const SECTION = /^Contents\/section(\d+)\.xml$/i;
/** Units of Hangul in a point: 7,200 in an inch. */
const UNITS = 100;
const ALIGNMENTS = {
  LEFT: 'left',
  RIGHT: 'right',
  CENTER: 'center',
  JUSTIFY: 'justify',
  DISTRIBUTE: 'justify',
} as const;
const MOST_LEVELS = 64;
const DRAWN = /^(rect|ellipse|line|arc|polygon|curve|container|connectLine|textart|ole|video|chart)$/;

/** Reads the text of a document with its tables, notes and looks. Throws `input_corrupt` and `input_too_complex`. */
export function readHwpx(bytes: Uint8Array, limits: Limits, losses: HangulLosses): TextDocument {
  const zip = openZip(bytes, limits);
  const sections = zip.entries
    .map(({ name }) => ({ name, number: Number(SECTION.exec(name)?.[1] ?? Number.NaN) }))
    .filter(({ number }) => Number.isFinite(number))
    .sort((a, b) => a.number - b.number);
  if (sections.length === 0) throw corrupt('it has no sections');
  const reader = new SectionReader(looksOf(zip, limits), losses);
  const body = sections.flatMap(({ name }) => reader.read(parseXmlTree(textAt(zip, name)!, limits, { mixed: true })));
  return documentOf(body, reader);
}

function textAt(zip: ZipArchive, name: string): string | undefined {
  const entry = zip.find(name);
  return entry && decodeXml(zip.read(entry));
}

interface Looks {
  readonly characters: ReadonlyMap<string, TextStyle>;
  readonly paragraphs: ReadonlyMap<string, { readonly style: ParagraphStyle; readonly heading: number | undefined }>;
}

function looksOf(zip: ZipArchive, limits: Limits): Looks {
  const text = textAt(zip, HEADER);
  const characters = new Map<string, TextStyle>();
  const paragraphs = new Map<string, { readonly style: ParagraphStyle; readonly heading: number | undefined }>();
  if (text === undefined) return { characters, paragraphs };
  const root = parseXmlTree(text, limits);
  const fonts = new Map<string, string>();
  for (const face of descendants(root, 'fontface'))
    if (face.attributes.get('lang') === 'HANGUL')
      for (const font of childrenNamed(face, 'font'))
        fonts.set(font.attributes.get('id') ?? '', font.attributes.get('face') ?? '');
  for (const node of descendants(root, 'charPr'))
    characters.set(node.attributes.get('id') ?? '', characterLook(node, fonts));
  for (const node of descendants(root, 'paraPr')) paragraphs.set(node.attributes.get('id') ?? '', paragraphLook(node));
  return { characters, paragraphs };
}

function characterLook(node: XmlNode, fonts: ReadonlyMap<string, string>): TextStyle {
  const { attributes } = node;
  const colour = attributes.get('textColor') ?? '';
  const size = Number(attributes.get('height')) / UNITS;
  const font = fonts.get(childAt(node, 'fontRef')?.attributes.get('hangul') ?? '');
  const isUnderlined = (childAt(node, 'underline')?.attributes.get('type') ?? 'NONE') !== 'NONE';
  const strike = childAt(node, 'strikeout')?.attributes.get('shape') ?? 'NONE';
  return {
    ...(font !== undefined && font !== '' && { font }),
    ...(size > 0 && size < 1000 && { size }),
    ...(childAt(node, 'bold') && { bold: true }),
    ...(childAt(node, 'italic') && { italic: true }),
    ...(isUnderlined && { underline: true }),
    ...(strike !== 'NONE' && strike !== '3D' && { strike: true }),
    ...(/^#[0-9a-fA-F]{6}$/.test(colour) && colour.toUpperCase() !== '#000000' && { colour }),
    ...(childAt(node, 'supscript') && { position: 'super' as const }),
    ...(childAt(node, 'subscript') && { position: 'sub' as const }),
  };
}

function paragraphLook(node: XmlNode): { readonly style: ParagraphStyle; readonly heading: number | undefined } {
  const align = childAt(node, 'align')?.attributes.get('horizontal') ?? '';
  const heading = childAt(node, 'heading')?.attributes;
  const level = Number(heading?.get('level') ?? 0);
  const alignment = Object.hasOwn(ALIGNMENTS, align) ? ALIGNMENTS[align as keyof typeof ALIGNMENTS] : undefined;
  return {
    style: { ...(alignment && { alignment }) },
    heading: heading?.get('type') === 'OUTLINE' ? level + 1 : undefined,
  };
}

/** The sections of a document, and what of them stands on every page. */
class SectionReader {
  readonly #looks: Looks;
  readonly #losses: HangulLosses;
  header: Block[] = [];
  footer: Block[] = [];
  page: PageLayout | undefined;

  constructor(looks: Looks, losses: HangulLosses) {
    this.#looks = looks;
    this.#losses = losses;
  }

  read(root: XmlNode): Block[] {
    const [section] = root.children;
    return this.#blocks(section, 0);
  }

  #blocks(parent: XmlNode | undefined, level: number): Block[] {
    if (level > MOST_LEVELS) return [];
    return childrenNamed(parent, 'p').flatMap((paragraph) => this.#paragraph(paragraph, level));
  }

  /** A paragraph, and the tables and boxes that are anchored in it: each stands for itself. */
  #paragraph(node: XmlNode, level: number): Block[] {
    const look = this.#looks.paragraphs.get(node.attributes.get('paraPrIDRef') ?? '');
    const breakBefore = node.attributes.get('pageBreak') === '1';
    const blocks: Block[] = [];
    let content: Inline[] = [];
    const close = (): void => {
      const style = { ...look?.style, ...(breakBefore && blocks.length === 0 && { breakBefore }) };
      blocks.push({ kind: 'paragraph', content, style, ...(look?.heading !== undefined && { heading: look.heading }) });
      content = [];
    };
    const add = (inside: readonly Block[]): void => {
      if (content.length > 0) close();
      blocks.push(...inside);
    };
    for (const run of childrenNamed(node, 'run')) {
      const style = this.#looks.characters.get(run.attributes.get('charPrIDRef') ?? '') ?? {};
      for (const child of run.children) {
        if (child.name === 't') content.push(...inlinesOf(child, style));
        else if (child.name === 'tbl') add(this.#table(child, level));
        else if (child.name === 'pic') this.#losses.pictures++;
        else if (child.name === 'equation') content.push(...equationOf(child, style));
        else if (child.name === 'secPr') this.page ??= pageOf(child);
        else if (child.name === 'ctrl') content.push(...this.#control(child, level));
        else if (DRAWN.test(child.name)) {
          this.#losses.drawings++;
          for (const text of descendants(child, 'drawText')) add(this.#blocks(childAt(text, 'subList'), level + 1));
        }
      }
    }
    if (content.length > 0 || blocks.length === 0) close();
    return blocks.filter((block, at) => block.kind === 'table' || at === 0 || !isEmpty(block) || blocks.length === 1);
  }

  #table(node: XmlNode, level: number): Block[] {
    const cells = childrenNamed(node, 'tr').flatMap((row) =>
      childrenNamed(row, 'tc').map((cell): PlacedCell => {
        const number = (child: string, name: string, otherwise: number): number =>
          whole(childAt(cell, child)?.attributes.get(name), otherwise);
        return {
          row: number('cellAddr', 'rowAddr', 0),
          column: number('cellAddr', 'colAddr', 0),
          rowSpan: Math.max(1, number('cellSpan', 'rowSpan', 1)),
          columnSpan: Math.max(1, number('cellSpan', 'colSpan', 1)),
          width: number('cellSz', 'width', 0) / UNITS,
          content: this.#blocks(childAt(cell, 'subList'), level + 1),
        };
      }),
    );
    const table = tableOf(cells);
    const caption = this.#blocks(childAt(node, 'caption', 'subList'), level + 1);
    return [...(table ? [table] : cells.flatMap(({ content }) => content)), ...caption];
  }

  #control(node: XmlNode, level: number): Inline[] {
    const inlines: Inline[] = [];
    for (const child of node.children) {
      const body = (): Block[] => this.#blocks(childAt(child, 'subList'), level + 1);
      if (child.name === 'footNote') inlines.push({ kind: 'note', note: 'footnote', body: body() });
      else if (child.name === 'endNote') inlines.push({ kind: 'note', note: 'endnote', body: body() });
      else if (child.name === 'header' && this.header.length === 0) this.header = body();
      else if (child.name === 'footer' && this.footer.length === 0) this.footer = body();
    }
    return inlines;
  }
}

function inlinesOf(node: XmlNode, style: TextStyle): Inline[] {
  return node.children.flatMap((child): Inline[] => {
    if (child.name === TEXT_NODE) return [{ kind: 'text', text: child.text, style }];
    if (child.name === 'lineBreak') return [{ kind: 'line-break', style }];
    if (child.name === 'tab') return [{ kind: 'tab', style }];
    if (/^(nbSpace|fwSpace)$/.test(child.name)) return [{ kind: 'text', text: '\u00A0', style }];
    if (child.name === 'hyphen') return [{ kind: 'text', text: '-', style }];
    // What was deleted while changes were tracked begins and ends by marks, which have no text of their own.
    return inlinesOf(child, style);
  });
}

/** The source of a formula, as Hangul writes it. */
function equationOf(node: XmlNode, style: TextStyle): Inline[] {
  const script = [...descendants(node, 'script')]
    .map((each) => each.children.map(({ text }) => text).join(''))
    .join(' ');
  return script.trim() === '' ? [] : [{ kind: 'text', text: script.trim(), style }];
}

function pageOf(node: XmlNode): PageLayout | undefined {
  const page = childAt(node, 'pagePr');
  const margin = childAt(page, 'margin')?.attributes;
  const points = (text: string | undefined): number => whole(text, 0) / UNITS;
  const [a, b] = [points(page?.attributes.get('width')), points(page?.attributes.get('height'))];
  if (!page || a < 36 || b < 36) return undefined;
  const [width, height] = page.attributes.get('landscape') === 'NARROWLY' ? [b, a] : [a, b];
  const [top, bottom] = [points(margin?.get('top')), points(margin?.get('bottom'))];
  return {
    ...{ width, height },
    margins: {
      top: top + points(margin?.get('header')),
      right: points(margin?.get('right')),
      bottom: bottom + points(margin?.get('footer')),
      left: points(margin?.get('left')),
    },
    headerOffset: top,
    footerOffset: bottom,
  };
}

function whole(text: string | undefined, otherwise: number): number {
  const value = Number(text);
  return text !== undefined && Number.isInteger(value) && value >= 0 && value < 2 ** 31 ? value : otherwise;
}

function corrupt(what: string): ConversionError {
  const message = `The document of Hangul cannot be read: ${what}. Save it again in Hangul.`;
  return new ConversionError({ code: 'input_corrupt', message });
}
