import type { RunContext } from '../../../contract/codec.ts';
import { readChart } from '../../workbook/chart-data.ts';
import { openPresentation, type SlidePart } from '../ooxml/presentation-parts.ts';
import { childAt, descendants, parseXmlTree, type XmlNode } from '../../../io/xml-tree.ts';
import { openOfficePackage, readCoreProperties, type OfficePackage } from '../ooxml/package.ts';
import { hasText, text, textOf, type Block, type Document, type Text } from '../model.ts';
import { mimeTypeOf } from './picture-types.ts';
import { tableOfChart } from './chart-table.ts';
import { inlinesOf, paragraphsOf, tableOf, type Links } from './drawing-text.ts';
import { inReadingOrder } from './reading-order.ts';
import { slideBlocks } from './slide-blocks.ts';
import { placeholderBoxes, shapesOf, type PlaceholderBoxes, type Shape } from './slide-shapes.ts';

const TITLES = new Set(['title', 'ctrTitle']);
/** Placeholders whose text stands on every slide. */
const FURNITURE = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);
const LISTS = new Set(['body', 'obj']);

/** Reads a PowerPoint presentation: slide by slide, each in its reading order. */
export function readPptx(bytes: Uint8Array, context: RunContext): Document {
  const parts = openOfficePackage(bytes, context.limits);
  const { title } = readCoreProperties(parts, context.limits.nesting);
  return { properties: title === undefined ? {} : { title }, blocks: readSlides(parts, context) };
}

function* readSlides(parts: OfficePackage, context: RunContext): Generator<Block> {
  const layouts = new Map<string, PlaceholderBoxes>();
  let number = 0;
  for (const slide of openPresentation(parts, context.limits)) {
    context.signal.throwIfAborted();
    yield* new SlideReader(parts, slide, context, layouts).read(++number);
  }
}

class SlideReader {
  readonly #parts: OfficePackage;
  readonly #slide: SlidePart;
  readonly #context: RunContext;
  readonly #layouts: Map<string, PlaceholderBoxes>;
  readonly #links: Links;
  readonly #targets: ReadonlyMap<string, string>;

  constructor(parts: OfficePackage, slide: SlidePart, context: RunContext, layouts: Map<string, PlaceholderBoxes>) {
    this.#parts = parts;
    this.#slide = slide;
    this.#context = context;
    this.#layouts = layouts;
    const { relationships } = slide;
    const outside = relationships.filter(({ type, external }) => external && type === 'hyperlink');
    this.#links = new Map(outside.map(({ id, target }) => [id, { href: target }]));
    this.#targets = new Map(relationships.filter(({ external }) => !external).map(({ id, target }) => [id, target]));
  }

  read(number: number): Block[] {
    const tree = this.#parse(this.#slide.source);
    const shapes = inReadingOrder(shapesOf(tree, this.#boxesOfLayout()));
    const isTitle = ({ placeholder }: Shape): boolean => placeholder !== undefined && TITLES.has(placeholder);
    const title = shapes.filter(isTitle).flatMap(({ node }) => titleOf(node, this.#links));
    const content = shapes.filter((shape) => !isTitle(shape)).flatMap((shape) => this.#blocksOf(shape));
    return slideBlocks({ number, title, content, isHidden: this.#slide.isHidden, notes: this.#notes() });
  }

  #parse(source: string): XmlNode {
    return parseXmlTree(source, this.#context.limits);
  }

  #boxesOfLayout(): PlaceholderBoxes {
    const name = this.#slide.relationships.find(({ type }) => type === 'slideLayout')?.target;
    if (name === undefined) return new Map();
    const known = this.#layouts.get(name);
    if (known) return known;
    const source = this.#parts.readXml(name);
    const boxes = source === undefined ? new Map() : placeholderBoxes(this.#parse(source));
    this.#layouts.set(name, boxes);
    return boxes;
  }

  #blocksOf({ node, placeholder, alternative }: Shape): Block[] {
    if (placeholder !== undefined && FURNITURE.has(placeholder)) return [];
    const isList = placeholder !== undefined && LISTS.has(placeholder);
    const paragraphs = paragraphsOf(childAt(node, 'txBody'), { links: this.#links, isList });
    const graphic = childAt(node, 'graphic', 'graphicData');
    return [...paragraphs, ...this.#pictures(node, alternative), ...(graphic ? this.#graphic(graphic) : [])];
  }

  #pictures(node: XmlNode, alternative: string): Block[] {
    const blip = childAt(node, 'blipFill', 'blip') ?? childAt(node, 'spPr', 'blipFill', 'blip');
    const target = this.#targets.get(blip?.attributes.get('embed') ?? '');
    const entry = target === undefined ? undefined : this.#parts.zip.find(target);
    if (!entry) return [];
    const read = (): Uint8Array => this.#parts.zip.read(entry);
    return [{ kind: 'picture', alternative, mimeType: mimeTypeOf(entry.name), read }];
  }

  #graphic(data: XmlNode): Block[] {
    const table = childAt(data, 'tbl');
    if (table) return [tableOf(table, this.#links)];
    const chart = this.#targets.get(childAt(data, 'chart')?.attributes.get('id') ?? '');
    if (chart !== undefined) return this.#chart(chart);
    return childAt(data, 'relIds') ? this.#diagrams() : [...this.#objectPicture(data)];
  }

  #chart(name: string): Block[] {
    const source = this.#parts.readXml(name);
    return tableOfChart(source === undefined ? undefined : readChart(source, this.#context.limits));
  }

  /** SmartArt: its shapes as they were drawn last, or the points of its data. */
  #diagrams(): Block[] {
    return this.#slide.diagrams.flatMap((name) => {
      const source = this.#parts.readXml(name);
      if (source === undefined) return [];
      return [...textBodies(this.#parse(source))].flatMap((body) =>
        paragraphsOf(body, { links: this.#links, isList: true }),
      );
    });
  }

  /** An embedded object shows a picture of itself. */
  *#objectPicture(data: XmlNode): Generator<Block> {
    for (const picture of descendants(data, 'pic')) yield* this.#pictures(picture, '');
  }

  #notes(): Block[] {
    const source = this.#slide.notes === undefined ? undefined : this.#parts.readXml(this.#slide.notes);
    if (source === undefined) return [];
    return shapesOf(this.#parse(source), new Map())
      .filter(({ item }) => item.placeholder === 'body')
      .flatMap(({ item }) => paragraphsOf(childAt(item.node, 'txBody'), { links: new Map(), isList: false }));
  }
}

function titleOf(node: XmlNode, links: Links): Text[] {
  const paragraphs = childAt(node, 'txBody')?.children.filter(({ name }) => name === 'p') ?? [];
  return paragraphs
    .map((paragraph) => inlinesOf(paragraph, links))
    .filter((inlines) => hasText(inlines))
    .map((inlines, index) => text((index === 0 ? '' : ' ') + textOf(inlines)));
}

/** Drawn SmartArt names its text bodies `txBody`, its data `t`: both hold paragraphs. */
function* textBodies(node: XmlNode): Generator<XmlNode> {
  for (const child of node.children) {
    if (child.children.some(({ name }) => name === 'p')) yield child;
    else yield* textBodies(child);
  }
}
