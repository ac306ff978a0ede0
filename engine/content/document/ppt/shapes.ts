import { viewOf } from '../../../io/bytes.ts';
import { hasText, type Block, type Box, type Frame, type Image, type TableCell } from '../model.ts';
import { childrenOf, type OfficeRecord } from '../office-art/records.ts';
import { propertiesOf } from '../office-art/shapes.ts';
import { findLink, numberAt, paragraphsOf, textsAmong, type Links, type SlideText } from './text.ts';

/** Records of drawings ([MS-ODRAW] 2.2) and what PowerPoint has in them ([MS-PPT] 2.13.24). */
const GROUP = 0xf003;
const SHAPE = 0xf004;
const GROUP_RECTANGLE = 0xf009;
const SHAPE_ATOM = 0xf00a;
const TEXT_BOX = 0xf00d;
const CHILD_ANCHOR = 0xf00f;
const ANCHOR = 0xf010;
const DATA = 0xf011;
const MORE_PROPERTIES = 0xf122;
const PLACEHOLDER = 0x0bc3;
const OUTLINE_TEXT = 0x0f9e;
const OBJECT = 0x0bc1;
/** Bits of a shape: it is gone, or it is the background of its slide. */
const IS_NOT_SHOWN = 0x0008 | 0x0400;
/** A group that is a table says so in this property. */
const TABLE = 0x039f;
/** Places for what every slide has ([MS-PPT] 2.13.21): date, number, footer, header, and the image of a slide. */
const FURNITURE: ReadonlySet<number> = new Set([7, 8, 9, 10, 11]);
/** What texts are for ([MS-PPT] 2.13.33). */
const TITLES: ReadonlySet<number> = new Set([0, 6]);
const BODIES: ReadonlySet<number> = new Set([1, 7, 8]);
const UNITS_A_POINT = 8;
const MAX_DEPTH = 32;

/** What shapes refer to outside of their drawing. */
export interface ShapeContext {
  readonly links: Links;
  /** The texts of the slide that are in its outline; those that a shape shows are taken out. */
  readonly outline: (SlideText | undefined)[];
  readonly imageOf: (number: number) => Image | undefined;
}

/** Turns a place within a group into one on the slide. */
type Place = (frame: Frame) => Frame;

/** The shapes of a drawing as boxes, in the order of the file. */
export function boxesOf(drawing: OfficeRecord, context: ShapeContext): Box[] {
  const [all] = childrenOf(drawing).filter(({ type }) => type === GROUP);
  return all ? boxesOfGroup(all, context, { place: (frame) => frame, depth: 0 }) : [];
}

function boxesOfGroup(
  group: OfficeRecord,
  context: ShapeContext,
  { place, depth }: { readonly place: Place; readonly depth: number },
): Box[] {
  const boxes: Box[] = [];
  for (const child of childrenOf(group)) {
    if (child.type === SHAPE) {
      const box = boxOf(child, context, place);
      if (box) boxes.push(box);
    } else if (child.type === GROUP && depth < MAX_DEPTH) {
      const [head] = childrenOf(child);
      if (head && isTable(head)) boxes.push(tableBoxOf(child, context, place));
      else boxes.push(...boxesOfGroup(child, context, { place: placeIn(head, place), depth: depth + 1 }));
    }
  }
  return boxes;
}

/** Of a group's own shape: where its coordinates lie on the slide. */
function placeIn(head: OfficeRecord | undefined, place: Place): Place {
  const inner = head && rectangleIn(head, GROUP_RECTANGLE);
  const outer = head && frameOf(head, place);
  if (!inner || !outer || [inner, outer].some(({ width, height }) => width <= 0 || height <= 0)) return place;
  const [across, down] = [outer.width / inner.width, outer.height / inner.height];
  return ({ x, y, width, height }) => ({
    x: outer.x + (x - inner.x) * across,
    y: outer.y + (y - inner.y) * down,
    width: width * across,
    height: height * down,
  });
}

/** Where a shape is on the slide. */
function frameOf(shape: OfficeRecord, place: Place): Frame | undefined {
  const child = rectangleIn(shape, CHILD_ANCHOR);
  if (child) return place(child);
  const anchor = childrenOf(shape).find(({ type }) => type === ANCHOR)?.data;
  if (!anchor || anchor.byteLength < 8) return undefined;
  const view = viewOf(anchor);
  const isLong = anchor.byteLength >= 16;
  const at = (index: number): number =>
    (isLong ? view.getInt32(4 * index, true) : view.getInt16(2 * index, true)) / UNITS_A_POINT;
  const [top, left, right, bottom] = [at(0), at(1), at(2), at(3)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function rectangleIn(shape: OfficeRecord, type: number): Frame | undefined {
  const data = childrenOf(shape).find((child) => child.type === type)?.data;
  if (!data || data.byteLength < 16) return undefined;
  const view = viewOf(data);
  const at = (index: number): number => view.getInt32(4 * index, true) / UNITS_A_POINT;
  return { x: at(0), y: at(1), width: at(2) - at(0), height: at(3) - at(1) };
}

function boxOf(shape: OfficeRecord, context: ShapeContext, place: Place): Box | undefined {
  const parts = childrenOf(shape);
  const atom = parts.find(({ type }) => type === SHAPE_ATOM);
  if (atom && numberAt(atom.data, 4) & IS_NOT_SHOWN) return undefined;
  const data = parts.filter(({ type }) => type === DATA).flatMap(childrenOf);
  const placeholder = data.find(({ type }) => type === PLACEHOLDER)?.data[4];
  const texts = textsOf(parts, context);
  const isObject = data.some(({ type }) => type === OBJECT);
  const role = roleOf(placeholder, texts[0]?.type);
  // An object shows an image of itself, for programs that cannot show it.
  const images = imagesOf(shape, context).map((image): Image =>
    isObject ? { ...image, unshown: 'alternative' } : image,
  );
  const blocks = [...texts.flatMap(blocksOf), ...images];
  const link = findLink(data, context.links);
  const frame = frameOf(shape, place);
  if (blocks.length === 0 && !link) return undefined;
  return { kind: 'box', blocks, ...(role && { role }), ...(frame && { frame }), ...(link && { link }) };
}

function roleOf(placeholder: number | undefined, type: number | undefined): Box['role'] {
  if (placeholder !== undefined && FURNITURE.has(placeholder)) return 'furniture';
  if (type !== undefined && TITLES.has(type)) return 'title';
  return placeholder === undefined ? undefined : 'content';
}

/** The texts in a shape, or those of the outline that it shows. */
function textsOf(parts: readonly OfficeRecord[], { links, outline }: ShapeContext): SlideText[] {
  const records = parts.filter(({ type }) => type === TEXT_BOX).flatMap(childrenOf);
  const own = textsAmong(records, links);
  const shown = records
    .filter(({ type }) => type === OUTLINE_TEXT)
    .flatMap(({ data }) => {
      const index = numberAt(data, 0);
      const text = outline[index];
      if (text) outline[index] = undefined;
      return text ?? [];
    });
  return [...own, ...shown];
}

/** The first line of a title that says anything is the heading of its slide. */
export function blocksOf(text: SlideText): Block[] {
  const paragraphs = paragraphsOf(text, BODIES.has(text.type));
  if (!TITLES.has(text.type)) return paragraphs;
  const first = paragraphs.findIndex(({ inlines }) => hasText(inlines));
  return paragraphs.map((block, index) =>
    index === first ? { kind: 'heading', level: 1, inlines: block.inlines } : block,
  );
}

function imagesOf(shape: OfficeRecord, context: ShapeContext): Image[] {
  const { image: number, description: alternative } = propertiesOf(shape);
  const image = number === undefined ? undefined : context.imageOf(number);
  return image ? [{ ...image, alternative }] : [];
}

function isTable(head: OfficeRecord): boolean {
  const properties = childrenOf(head).find(({ type }) => type === MORE_PROPERTIES);
  if (!properties) return false;
  const { data, instance } = properties;
  const view = viewOf(data);
  for (let index = 0; index < instance && 6 * (index + 1) <= data.byteLength; index++) {
    if ((view.getUint16(6 * index, true) & 0x3fff) === TABLE) return (view.getUint32(6 * index + 2, true) & 1) === 1;
  }
  return false;
}

/** A table is a group of boxes side by side: its rows and columns are where these begin. */
function tableBoxOf(group: OfficeRecord, context: ShapeContext, place: Place): Box {
  const [head, ...shapes] = childrenOf(group);
  const cells = shapes.flatMap((shape) => {
    const frame = shape.type === SHAPE ? frameOf(shape, placeIn(head, place)) : undefined;
    const isCell = frame !== undefined && frame.width > 0 && frame.height > 0;
    return isCell ? [{ frame, blocks: [...(boxOf(shape, context, place)?.blocks ?? [])] }] : [];
  });
  const lefts = startsOf(cells.map(({ frame }) => frame.x));
  const tops = startsOf(cells.map(({ frame }) => frame.y));
  const rows: { column: number; cell: TableCell }[][] = tops.map(() => []);
  for (const { frame, blocks } of cells) {
    const columns = countIn(lefts, frame.x, frame.width);
    const below = countIn(tops, frame.y, frame.height);
    const cell = { blocks, ...(columns > 1 && { columns }), ...(below > 1 && { rows: below }) };
    rows[indexOf(tops, frame.y)]!.push({ column: indexOf(lefts, frame.x), cell });
  }
  const table: Block = {
    kind: 'table',
    rows: rows.map((row) => row.sort((a, b) => a.column - b.column).map(({ cell }) => cell)),
  };
  const frame = head && frameOf(head, place);
  return { kind: 'box', blocks: [table], ...(frame && { frame }) };
}

/** Edges closer than this are one. */
const EDGE_TOLERANCE = 1;

function startsOf(edges: readonly number[]): number[] {
  const sorted = [...new Set(edges)].sort((a, b) => a - b);
  return sorted.filter((edge, index) => index === 0 || edge - sorted[index - 1]! > EDGE_TOLERANCE);
}

/** Which of the edges a place is at. */
function indexOf(edges: readonly number[], place: number): number {
  return Math.max(0, countUpTo(edges, place + EDGE_TOLERANCE) - 1);
}

function countIn(edges: readonly number[], start: number, length: number): number {
  return countUpTo(edges, start + length - EDGE_TOLERANCE) - countUpTo(edges, start - EDGE_TOLERANCE);
}

/** How many of the edges, which rise, are not behind a place. */
function countUpTo(edges: readonly number[], place: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle]! <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
