import { viewOf } from '../../../io/bytes.ts';

/** Characters up to a place, and how deep in a list their paragraphs are. */
export interface LevelRun {
  readonly end: number;
  /** From 0. */
  readonly level: number;
  /** Whether a bullet or a number is before them; absent where their text has what its kind has. */
  readonly hasBullet?: boolean;
}

/** Bits of what is said of paragraphs, and how many bytes each has, in their order ([MS-PPT] 2.9.20). */
const FIELDS: readonly (readonly [mask: number, bytes: number])[] = [
  [0x000f, 2],
  [0x0080, 2],
  [0x0010, 2],
  [0x0040, 2],
  [0x0020, 4],
  [0x0800, 2],
  [0x1000, 2],
  [0x2000, 2],
  [0x4000, 2],
  [0x0100, 2],
  [0x0400, 2],
  [0x8000, 2],
];
/** The lowest bit of the first of them. */
const HAS_BULLET = 0x0001;
const TAB_STOPS = 0x100000;
const FIELDS_BEHIND: readonly (readonly [mask: number, bytes: number])[] = [
  [0x10000, 2],
  [0xe0000, 2],
  [0x200000, 2],
];
const TAB_BYTES = 4;
const MAX_LEVEL = 4;

/** The levels of the paragraphs of a text, as its properties say; as far as these can be followed. */
export function levelsIn(data: Uint8Array, length: number): LevelRun[] {
  const view = viewOf(data);
  const runs: LevelRun[] = [];
  for (let at = 0, end = 0; end <= length && at + 10 <= data.byteLength;) {
    end += view.getUint32(at, true);
    const mask = view.getUint32(at + 6, true);
    const isSaid = (mask & HAS_BULLET) !== 0 && at + 12 <= data.byteLength;
    runs.push({
      end,
      level: Math.min(MAX_LEVEL, view.getUint16(at + 4, true)),
      ...(isSaid && { hasBullet: (view.getUint16(at + 10, true) & HAS_BULLET) !== 0 }),
    });
    at += 10 + sizeOf(FIELDS, mask);
    if (mask & TAB_STOPS) {
      if (at + 2 > data.byteLength) break;
      at += 2 + TAB_BYTES * view.getUint16(at, true);
    }
    at += sizeOf(FIELDS_BEHIND, mask);
  }
  return runs;
}

function sizeOf(fields: readonly (readonly [mask: number, bytes: number])[], mask: number): number {
  return fields.reduce((sum, [bits, bytes]) => sum + (mask & bits ? bytes : 0), 0);
}
