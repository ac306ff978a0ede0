import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';
import { inReadingOrder } from '../reading-order.ts';
import type { Pair } from './match.ts';
import { placeOf } from './places.ts';

type Frame = NonNullable<OutlineBlock['frame']>;

/** Points by which a box may be moved: formats place text within its box differently. */
const MIN_SHIFT = 36;

/** Boxes of slides that are where another box should. */
export function* diffFrames(pairs: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  const slides = Map.groupBy(
    pairs.filter(({ source, result }) => source.place === 'body' && source.frame && result.frame),
    ({ source }) => source.page,
  );
  for (const boxes of slides.values()) {
    for (const { source, sourceIndex, result } of boxes) {
      const own = distance(source.frame!, result.frame!);
      const isAtOther = boxes.some(
        ({ source: other }) => other.box !== source.box && distance(other.frame!, result.frame!) * 2 < own,
      );
      if (own > MIN_SHIFT && isAtOther)
        yield difference('paragraph_order', placeOf(blocks, sourceIndex), { expected: source.text });
    }
  }
}

/** Slides as they are read: boxes from top to bottom and from left to right, their titles first. */
export function slidesInOrder(blocks: readonly OutlineBlock[]): readonly OutlineBlock[] {
  const slides = Map.groupBy(blocks, ({ page }) => page);
  return [...slides.values()].flatMap((slide) => {
    const boxes = [...Map.groupBy(slide, (block) => block.box ?? block).values()];
    const placed = boxes.map((box) => ({ item: box, box: box[0]!.frame }));
    const isTitle = (box: readonly OutlineBlock[]): boolean => box.some(({ kind }) => kind === 'heading');
    return inReadingOrder(placed)
      .toSorted((a, b) => Number(isTitle(b)) - Number(isTitle(a)))
      .flat();
  });
}

/** Between the middles of two boxes. */
function distance(one: Frame, other: Frame): number {
  return Math.hypot(
    one.x + one.width / 2 - other.x - other.width / 2,
    one.y + one.height / 2 - other.y - other.height / 2,
  );
}
