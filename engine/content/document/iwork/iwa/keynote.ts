import type { Message } from '../message.ts';
import type { Drawing, Presentation, Slide } from '../../opendocument/document.ts';
import { readDrawable, shapeOf, textOf, type DrawingContext } from './drawables.ts';
import { chainOf, fillOf, inside } from './styles.ts';
import { TYPES } from './types.ts';

const USUAL_SIZE = { width: 1024, height: 768 };
const MAX_TREE_DEPTH = 32;
const ROLES: Readonly<Record<number, Drawing['role']>> = { 2: 'title', 3: 'outline' };

/** A presentation of Keynote since 2013 (KN.ShowArchive). */
export function readKeynote(
  document: Message,
  context: DrawingContext,
  lists: Presentation['lists'],
  maxSlides: number,
): Presentation | undefined {
  const { archive } = context.text;
  const show = archive.message(document.reference(2), TYPES.show);
  if (!show) return undefined;
  const tree = show.message(3);
  const roots = [...(tree?.references(1) ?? []), ...(tree?.references(2) ?? [])];
  const nodes = roots.flatMap((id) => nodesOf(id, context, 0));
  const size = show.message(4);
  return {
    kind: 'presentation',
    width: size?.number(1) ?? USUAL_SIZE.width,
    height: size?.number(2) ?? USUAL_SIZE.height,
    slides: [...new Set(nodes)].slice(0, maxSlides).flatMap((node, index) => readSlide(node, index, context) ?? []),
    properties: {},
    lists,
  };
}

/** The nodes of the outline of slides, each before those below it. */
function nodesOf(id: number, context: DrawingContext, depth: number): Message[] {
  context.text.take();
  const node = context.text.archive.message(id, TYPES.slideNode);
  if (!node || depth > MAX_TREE_DEPTH) return [];
  return [node, ...node.references(1).flatMap((child) => nodesOf(child, context, depth + 1))];
}

function readSlide(node: Message, index: number, context: DrawingContext): Slide | undefined {
  const { archive } = context.text;
  const slide = archive.message(node.reference(2), TYPES.slide);
  if (!slide) return undefined;
  const master = archive.message(slide.reference(17), TYPES.slide, TYPES.masterSlide);
  const style = chainOf(archive, slide.reference(1), TYPES.slideStyle);
  const background = fillOf(style, [11]);
  const notes = textOf(archive.message(slide.reference(27), TYPES.notes)?.reference(1), context);
  return {
    name: `Slide ${index + 1}`,
    drawings: [...drawingsOf(master, context), ...placeholdersOf(slide, context), ...drawingsOf(slide, context)],
    notes,
    ...(background === undefined ? {} : { background }),
    ...(node.flag(4) ? { isHidden: true } : {}),
  };
}

/** What lies on a slide besides the placeholders of its layout. */
function drawingsOf(slide: Message | undefined, context: DrawingContext): Drawing[] {
  const { archive } = context.text;
  return (slide?.references(7) ?? [])
    .filter((id) => archive.get(id)?.type !== TYPES.placeholder)
    .flatMap((id) => readDrawable(id, context));
}

/** Title and body; an empty one is not shown. */
function placeholdersOf(slide: Message, context: DrawingContext): Drawing[] {
  return [5, 6, 30].flatMap((field) => {
    const placeholder = context.text.archive.message(slide.reference(field), TYPES.placeholder);
    const textId = placeholder?.message(1)?.reference(2);
    if (!placeholder || textOf(textId, context).length === 0) return [];
    const role = ROLES[placeholder.uint(2) ?? 0];
    const drawing = shapeOf(inside(placeholder, [1, 1]), textId, context);
    return [{ ...drawing, ...(role === undefined ? {} : { role }) }];
  });
}
