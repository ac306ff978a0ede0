import type { RunContext } from '../../../contract/codec.ts';
import { readChart } from '../../workbook/chart-data.ts';
import { openPresentation, type SlidePart } from '../ooxml/presentation-parts.ts';
import { childAt, descendants, parseXmlTree, type XmlNode } from '../../../io/xml-tree.ts';
import { readCoreProperties, type OfficePackage, type Relationship } from '../ooxml/package.ts';
import { hasText, type Block, type Box, type Document, type Frame, type Page, type Image } from '../model.ts';
import { mimeTypeOf } from './image-types.ts';
import { tableOfChart } from './chart-table.ts';
import { paragraphsOf, tableOf, type LinkOf } from './drawing-text.ts';
import { placeholderBoxes, shapesOf, type PlaceholderBoxes, type Shape } from './slide-shapes.ts';

const TITLES = new Set(['title', 'ctrTitle']);
/** Placeholders whose text is on every slide. */
const FURNITURE = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);
const LISTS = new Set(['body', 'obj']);

/** Reads a PowerPoint presentation: slide by slide, its shapes in the order of the file. */
export function readPptx(parts: OfficePackage, context: RunContext): Document {
  const { title } = readCoreProperties(parts, context.limits.nesting);
  return { properties: title === undefined ? {} : { title }, blocks: readSlides(parts, context) };
}

function* readSlides(parts: OfficePackage, context: RunContext): Generator<Page> {
  const layouts = new Map<string, PlaceholderBoxes>();
  let number = 0;
  for (const slide of openPresentation(parts, context.limits)) {
    context.signal.throwIfAborted();
    yield new SlideReader(parts, slide, context, layouts).read(++number);
  }
}

class SlideReader {
  readonly #parts: OfficePackage;
  readonly #slide: SlidePart;
  readonly #context: RunContext;
  readonly #layouts: Map<string, PlaceholderBoxes>;
  readonly #relationships: ReadonlyMap<string, Relationship>;
  /** Which diagram is whose is not followed: the first frame takes them all. */
  #diagrams: readonly string[];

  constructor(parts: OfficePackage, slide: SlidePart, context: RunContext, layouts: Map<string, PlaceholderBoxes>) {
    this.#parts = parts;
    this.#slide = slide;
    this.#context = context;
    this.#layouts = layouts;
    this.#relationships = new Map(slide.relationships.map((relationship) => [relationship.id, relationship]));
    this.#diagrams = slide.diagrams;
  }

  read(number: number): Page {
    const shapes = shapesOf(this.#parse(this.#slide.source), this.#boxesOfLayout());
    const blocks = shapes.map(({ item, box }): Box => ({ ...this.#boxOf(item), ...(box && { frame: inPoints(box) }) }));
    const notes = this.#notes();
    return {
      kind: 'page',
      number,
      blocks,
      ...(notes.length > 0 && { notes }),
      ...(this.#slide.isHidden && { unshown: 'hidden' }),
    };
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

  /** Where the element `hlinkClick` leads; a place in the presentation has no address. */
  readonly #linkOf: LinkOf = (node) => {
    const id = node?.attributes.get('id');
    if (!id) return undefined;
    const { external = false, target = '' } = this.#relationships.get(id) ?? {};
    return { href: external ? target : '' };
  };

  #targetOf(node: XmlNode | undefined, attribute: string): string | undefined {
    const relationship = this.#relationships.get(node?.attributes.get(attribute) ?? '');
    return relationship?.external ? undefined : relationship?.target;
  }

  #boxOf({ node, placeholder, alternative, click }: Shape): Box {
    const link = this.#linkOf(click);
    const about = { kind: 'box', ...(link && { link }) } as const;
    const graphic = childAt(node, 'graphic', 'graphicData');
    if (graphic) return { ...about, ...this.#graphic(graphic) };
    const isTitle = placeholder !== undefined && TITLES.has(placeholder);
    const isList = placeholder !== undefined && LISTS.has(placeholder);
    const text = paragraphsOf(childAt(node, 'txBody'), { linkOf: this.#linkOf, isList });
    const role = isTitle
      ? 'title'
      : placeholder === undefined
        ? undefined
        : FURNITURE.has(placeholder)
          ? 'furniture'
          : 'content';
    const drawing = node.name === 'cxnSp' ? 'line' : childAt(node, 'spPr', 'custGeom') ? 'shape' : undefined;
    return {
      ...about,
      blocks: [...(isTitle ? withHeading(text) : text), ...this.#images(node, alternative)],
      ...(role && { role }),
      ...(drawing && { drawing }),
    };
  }

  #images(node: XmlNode, alternative: string): Image[] {
    const blip = childAt(node, 'blipFill', 'blip') ?? childAt(node, 'spPr', 'blipFill', 'blip');
    const source = this.#targetOf(blip, 'embed');
    if (source === undefined) return [];
    const entry = this.#parts.zip.find(source);
    const read = entry && ((): Uint8Array => this.#parts.zip.read(entry));
    return [{ kind: 'image', alternative, mimeType: mimeTypeOf(source), source, ...(read && { read }) }];
  }

  #graphic(data: XmlNode): Pick<Box, 'blocks' | 'drawing' | 'unshown'> {
    const table = childAt(data, 'tbl');
    if (table) return { blocks: [tableOf(table, this.#linkOf)] };
    const chart = childAt(data, 'chart');
    if (chart) return { drawing: 'chart', blocks: this.#chart(this.#targetOf(chart, 'id')) };
    if (!childAt(data, 'relIds')) return { blocks: this.#objectImages(data) };
    const isDrawn = this.#slide.areDiagramsDrawn;
    return { drawing: 'diagram', blocks: this.#diagramTexts(), ...(!isDrawn && { unshown: 'uncertain' }) };
  }

  *#chart(name: string | undefined): Generator<Block> {
    const source = name === undefined ? undefined : this.#parts.readXml(name);
    yield* tableOfChart(source === undefined ? undefined : readChart(source, this.#context.limits));
  }

  /** SmartArt: its shapes as they were drawn last, or the points of its data. */
  #diagramTexts(): Block[] {
    const names = this.#diagrams;
    this.#diagrams = [];
    return names.flatMap((name) => {
      const source = this.#parts.readXml(name);
      if (source === undefined) return [];
      return [...textBodies(this.#parse(source))].flatMap((body) =>
        paragraphsOf(body, { linkOf: this.#linkOf, isList: true }),
      );
    });
  }

  /** An embedded object shows an image of itself, which may be there only for those who cannot show the object. */
  #objectImages(data: XmlNode): Image[] {
    const fallbacks = new Set([...descendants(data, 'Fallback')].flatMap((node) => [...descendants(node, 'pic')]));
    return [...descendants(data, 'pic')].flatMap((node) =>
      this.#images(node, '').map((image): Image =>
        fallbacks.has(node) ? { ...image, unshown: 'alternative' } : image,
      ),
    );
  }

  #notes(): Block[] {
    const source = this.#slide.notes === undefined ? undefined : this.#parts.readXml(this.#slide.notes);
    if (source === undefined) return [];
    return shapesOf(this.#parse(source), new Map())
      .filter(({ item }) => !FURNITURE_OF_NOTES.has(item.placeholder ?? ''))
      .flatMap(({ item }) => paragraphsOf(childAt(item.node, 'txBody'), { linkOf: () => undefined, isList: false }));
  }
}

/** Placeholders on the page of notes that hold no notes (ECMA-376 19.7.10). */
const FURNITURE_OF_NOTES: ReadonlySet<string> = new Set(['sldImg', 'sldNum', 'dt', 'hdr', 'ftr']);

const EMUS_A_POINT = 12_700;

function inPoints({ x, y, width, height, ...turned }: Frame): Frame {
  const points = (length: number): number => length / EMUS_A_POINT;
  return { ...turned, x: points(x), y: points(y), width: points(width), height: points(height) };
}

/** The first line of a title that says anything is the heading of its slide. */
function withHeading(blocks: readonly Block[]): Block[] {
  const first = blocks.findIndex((block) => block.kind === 'paragraph' && hasText(block.inlines));
  return blocks.map((block, index) =>
    index === first && block.kind === 'paragraph' ? { kind: 'heading', level: 1, inlines: block.inlines } : block,
  );
}

/** Drawn SmartArt names its text bodies `txBody`, its data `t`: both hold paragraphs. */
function* textBodies(node: XmlNode): Generator<XmlNode> {
  for (const child of node.children) {
    if (child.children.some(({ name }) => name === 'p')) yield child;
    else yield* textBodies(child);
  }
}
