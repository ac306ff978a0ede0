import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';
import { inReadingOrder } from '../reading-order.ts';
import type { Pair } from './match.ts';
import { placeOf } from './places.ts';

type Frame = NonNullable<OutlineBlock['frame']>;

/** Share of the boxes of a presentation that may be anywhere: beside its slides, or upside down. */
const MAX_FAULTY = 0.5;
/** Points by which a box is beside what the slides of the source use. */
const MIN_BESIDE = 36;
/** Degrees from the angle of the source from which on a box is upside down. */
const MIN_TURN = 120;

/** Points by which a box may be moved: formats place text within its box differently. */
const MIN_SHIFT = 36;

/** Boxes that nobody sees, because they are beside the slides, and boxes that are upside down. */
export function* diffSight(pairs: readonly Pair[]): Generator<Difference> {
  const placed = pairs.flatMap(({ source, result }) =>
    source.place === 'body' && source.frame && result.frame
      ? [{ before: source.frame, after: result.frame, source }]
      : [],
  );
  const right = Math.max(...placed.map(({ before }) => before.x + before.width)) + MIN_BESIDE;
  const bottom = Math.max(...placed.map(({ before }) => before.y + before.height)) + MIN_BESIDE;
  const beside = placed.filter(
    ({ after }) =>
      after.x > right ||
      after.y > bottom ||
      after.x + after.width < -MIN_BESIDE ||
      after.y + after.height < -MIN_BESIDE,
  );
  const turned = placed.filter(({ before, after }) => {
    const turn = Math.abs((before.angle ?? 0) - (after.angle ?? 0)) % 360;
    return Math.min(turn, 360 - turn) > MIN_TURN;
  });
  for (const [kind, boxes, found] of [
    ['text_not_visible', beside, 'beside the slide'],
    ['text_turned', turned, 'upside down'],
  ] as const) {
    const [first] = boxes;
    if (!first) continue;
    const severity = boxes.length > placed.length * MAX_FAULTY ? 'refuse' : 'tell';
    const { page } = first.source;
    yield difference(kind, page === undefined ? {} : { page }, { severity, expected: first.source.text, found });
  }
}

/** Notes of a speaker that are with another slide. */
export function* diffSpeakerPages(pairs: readonly Pair[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  for (const { source, sourceIndex, result } of pairs) {
    const isElsewhere = result.page !== undefined && result.page !== source.page && result.place === 'speaker';
    if (source.place === 'speaker' && source.page !== undefined && isElsewhere)
      yield difference('paragraph_order', placeOf(blocks, sourceIndex), { expected: source.text });
  }
}

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
        ({ source: other }) =>
          other.box !== source.box &&
          (distance(other.frame!, result.frame!) * 2 < own || isSameCorner(other.frame!, result.frame!)),
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

/** Points between the corners of boxes that are at the same place, however large they are. */
const SAME_CORNER = 4;

function isSameCorner(one: Frame, other: Frame): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) <= SAME_CORNER;
}

/** Between the middles of two boxes. */
function distance(one: Frame, other: Frame): number {
  return Math.hypot(
    one.x + one.width / 2 - other.x - other.width / 2,
    one.y + one.height / 2 - other.y - other.height / 2,
  );
}
