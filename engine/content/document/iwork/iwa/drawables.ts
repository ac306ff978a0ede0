import type { Archive } from '../archive.ts';
import type { Message } from '../message.ts';
import { imageOf } from '../images.ts';
import type { Block, Drawing, DrawingContent, Frame, Image } from '../../opendocument/document.ts';
import type { Lost } from '../losses.ts';
import { shapePath } from './paths.ts';
import { fillOf, inside, shapeChain, strokeOf } from './styles.ts';
import { readTable } from './tables.ts';
import { readStorage, type TextContext } from './text.ts';
import { TYPES } from './types.ts';

/** What the drawings of a document need of it, and what could not be taken over. */
export interface DrawingContext {
  readonly text: TextContext;
  /** The names that a file of the package may have, by its number. */
  readonly names: ReadonlyMap<number, readonly string[]>;
  readonly file: (name: string) => Uint8Array | undefined;
  readonly lost: Lost;
}

interface Offset {
  readonly x: number;
  readonly y: number;
}

const MAX_GROUP_DEPTH = 16;
const ORIGIN: Offset = { x: 0, y: 0 };
const DEFAULT_SIZE = 100;
/** Paragraphs of a line of text that a box without a height of its own gets. */
const LINE_HEIGHT = 14;

/** What an object draws: a group its members, each in its own place. */
export function readDrawable(id: number, context: DrawingContext, offset = ORIGIN, depth = 0): Drawing[] {
  context.text.take();
  const object = context.text.archive.get(id);
  if (!object || depth > MAX_GROUP_DEPTH) return [];
  const { type, message } = object;
  switch (type) {
    case TYPES.textShape:
      return [shapeOf(message.message(1), message.reference(2), context, offset)];
    case TYPES.placeholder:
      return [shapeOf(inside(message, [1, 1]), message.message(1)?.reference(2), context, offset)];
    case TYPES.shape:
    case TYPES.connectionLine: {
      const shape = type === TYPES.connectionLine ? message.message(1) : message;
      return [shapeOf(shape, undefined, context, offset)];
    }
    case TYPES.image:
      return imageDrawing(message, [15, 11, 13, 12], context, offset);
    case TYPES.movie:
      context.lost('media');
      return imageDrawing(message, [15], context, offset);
    case TYPES.group: {
      const { x, y } = frameOf(message.message(1), offset);
      return message.references(2).flatMap((child) => readDrawable(child, context, { x, y }, depth + 1));
    }
    case TYPES.table: {
      const table = readTable(id, context.text);
      return table ? [{ frame: frameOf(message.message(1), offset), content: { kind: 'table', table } }] : [];
    }
    case TYPES.chart:
      context.lost('chart');
      return [];
  }
  return [];
}

/** Place, size and angle of a drawable (TSD.DrawableArchive). */
function frameOf(drawable: Message | undefined, { x, y }: Offset): Frame {
  const geometry = drawable?.message(1);
  const [position, size] = [geometry?.message(1), geometry?.message(2)];
  const angle = geometry?.number(4);
  return {
    x: x + (position?.number(1) ?? 0),
    y: y + (position?.number(2) ?? 0),
    width: sizeOf(size?.number(1)),
    height: sizeOf(size?.number(2)),
    ...(angle ? { angle } : {}),
  };
}

function sizeOf(value = DEFAULT_SIZE): number {
  return value >= 0 && value < 100_000 ? value : DEFAULT_SIZE;
}

/** A shape (TSD.ShapeArchive), and the text in it. */
export function shapeOf(
  shape: Message | undefined,
  textId: number | undefined,
  context: DrawingContext,
  offset: Offset = ORIGIN,
): Drawing {
  const chain = shapeChain(context.text.archive, shape?.reference(2));
  const [fill, stroke] = [fillOf(chain), strokeOf(chain)];
  const text = textOf(textId, context);
  const frame = grownFor(text, frameOf(shape?.message(1), offset));
  const path = shapePath(shape?.message(3), frame);
  const content: DrawingContent = path === undefined ? { kind: 'box', text } : { kind: 'shape', path, text };
  const layout = chain.map((style) => style.message(11)).find((found) => found !== undefined);
  const anchor = ANCHORS[layout?.uint(2) ?? 0];
  const padding = layout?.message(6)?.number(1);
  return {
    frame,
    content,
    ...(fill === undefined ? {} : { fill }),
    ...(stroke === undefined ? {} : { stroke }),
    ...(isAsWideAsItsText(shape) ? { isUnbroken: true } : {}),
    ...(anchor === undefined ? {} : { anchor }),
    ...(padding === undefined ? {} : { padding }),
  };
}

const ANCHORS: Readonly<Record<number, Drawing['anchor']>> = { 0: 'top', 1: 'middle', 2: 'bottom' };

/** Flags of a geometry: its width is set, its height is set. */
const WIDTH_IS_SET = 1;

function isAsWideAsItsText(shape: Message | undefined): boolean {
  const flags = inside(shape, [1, 1])?.uint(3);
  return flags !== undefined && (flags & WIDTH_IS_SET) === 0;
}

/** A box that grows with its text may be stored without a height. */
function grownFor(text: readonly Block[], frame: Frame): Frame {
  return text.length > 0 && frame.height < 1 ? { ...frame, height: LINE_HEIGHT * text.length } : frame;
}

export function textOf(id: number | undefined, context: DrawingContext): Block[] {
  const blocks = readStorage(id, { ...context.text, depth: context.text.depth + 1, hasOutline: false });
  return blocks.some((block) => block.kind === 'table' || block.content.length > 0) ? blocks : [];
}

/** The first of its files that office programs show: adjusted, as it is, original, small. */
function imageDrawing(message: Message, fields: readonly number[], context: DrawingContext, offset: Offset): Drawing[] {
  const drawable = message.message(1);
  const frame = frameOf(drawable, offset);
  const alternative = drawable?.text(8);
  for (const field of fields) {
    const image = readImage(message.reference(field), context);
    if (!image) continue;
    return [{ frame, content: { kind: 'image', image }, ...(alternative ? { alternative } : {}) }];
  }
  context.lost('image');
  return [];
}

function readImage(id: number | undefined, { names, file }: DrawingContext): Image | undefined {
  for (const name of (id !== undefined && names.get(id)) || []) {
    const bytes = file(`Data/${name}`);
    const image = bytes && imageOf(name, bytes);
    if (image) return image;
  }
  return undefined;
}

/** The names of the files of a package, as its metadata list them (TSP.PackageMetadata). */
export function fileNames(archive: Archive): ReadonlyMap<number, readonly string[]> {
  const infos = archive.ofType(TYPES.packageMetadata).flatMap(({ message }) => message.messages(4));
  return new Map(
    infos.map((info) => [info.uint(1) ?? 0, [info.text(4), info.text(3)].filter((name) => name !== undefined)]),
  );
}
