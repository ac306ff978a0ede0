import { emptyComponent, largestFactors, type JpegCoefficients, type JpegComponent } from './coefficients.ts';
import { BLOCK, PLACE_OF_ZIGZAG, ZIGZAG_OF_PLACE } from './zigzag.ts';

/** How stored pixels become those that are shown: first mirrored along the diagonal, then left to right and upside down. */
interface Turn {
  /** Rows become columns. */
  readonly transposes: boolean;
  /** Left and right change places, after the transposition. */
  readonly mirrors: boolean;
  /** Top and bottom change places, after the transposition. */
  readonly flips: boolean;
}

/** What each EXIF orientation from 1 to 8 asks of a viewer. EXIF 2.32, 4.6.4, tag 274. */
const TURNS: readonly Turn[] = [
  { transposes: false, mirrors: false, flips: false },
  { transposes: false, mirrors: true, flips: false },
  { transposes: false, mirrors: true, flips: true },
  { transposes: false, mirrors: false, flips: true },
  { transposes: true, mirrors: false, flips: false },
  { transposes: true, mirrors: true, flips: false },
  { transposes: true, mirrors: true, flips: true },
  { transposes: true, mirrors: false, flips: true },
];

const ORIENTATION_OF_DEGREES = { 90: 6, 180: 3, 270: 8 } as const;

export function turnOf(orientation: number): Turn {
  return TURNS[orientation - 1] ?? TURNS[0]!;
}

/** The orientation of an image that has one already and is turned clockwise by so many degrees. */
export function turnedOrientation(orientation: number, degrees: '90' | '180' | '270' | undefined): number {
  if (degrees === undefined) return orientation;
  const before = turnOf(orientation);
  const then = turnOf(ORIENTATION_OF_DEGREES[degrees]);
  // What was mirrored left to right before a transposition is mirrored upside down after it.
  const mirrors = then.transposes ? before.flips : before.mirrors;
  const flips = then.transposes ? before.mirrors : before.flips;
  const turn = {
    transposes: before.transposes !== then.transposes,
    mirrors: mirrors !== then.mirrors,
    flips: flips !== then.flips,
  };
  return 1 + TURNS.findIndex((candidate) => isSame(candidate, turn));
}

function isSame(a: Turn, b: Turn): boolean {
  return a.transposes === b.transposes && a.mirrors === b.mirrors && a.flips === b.flips;
}

/**
 * Whether every pixel survives the turn in whole blocks. A side that is mirrored must be a multiple of the MCU: blocks
 * that only fill up would come to lie at the beginning, where no decoder leaves them out.
 */
export function isExact(
  { width, height, components }: JpegCoefficients,
  { transposes, mirrors, flips }: Turn,
): boolean {
  const { h, v } = largestFactors(components);
  const isMirroredAcross = transposes ? flips : mirrors;
  const isMirroredDown = transposes ? mirrors : flips;
  return (!isMirroredAcross || width % (8 * h) === 0) && (!isMirroredDown || height % (8 * v) === 0);
}

/** The image turned, coefficient by coefficient: no pixel is computed. The turn must be exact. */
export function turnCoefficients(image: JpegCoefficients, turn: Turn, signal: AbortSignal): JpegCoefficients {
  const { width, height, components } = image;
  const size = turn.transposes ? { width: height, height: width } : { width, height };
  return { ...size, components: components.map((component) => turnComponent(component, turn, signal)) };
}

function turnComponent(component: JpegComponent, turn: Turn, signal: AbortSignal): JpegComponent {
  const { id, h, v, blocksWide, blocksHigh, coefficients, nonzero } = component;
  const turned = emptyComponent(
    turn.transposes
      ? {
          id,
          h: v,
          v: h,
          blocksWide: blocksHigh,
          blocksHigh: blocksWide,
          quantisation: transposed(component.quantisation),
        }
      : component,
  );
  const { places, signs } = coefficientMap(turn);
  for (let row = 0; row < blocksHigh; row++) {
    signal.throwIfAborted();
    for (let column = 0; column < blocksWide; column++) {
      const from = row * blocksWide + column;
      const to = placeOfBlock(turned, turn, row, column);
      turned.coefficients[to * BLOCK] = coefficients[from * BLOCK]!;
      for (let word = 0; word < 2; word++) {
        for (let bits = nonzero[from * 2 + word]!; bits !== 0; bits &= bits - 1) {
          const k = word * 32 + 31 - Math.clz32(bits & -bits);
          const place = places[k]!;
          turned.coefficients[to * BLOCK + place] = coefficients[from * BLOCK + k]! * signs[k]!;
          turned.nonzero[to * 2 + (place >> 5)]! |= 1 << (place & 31);
        }
      }
    }
  }
  return turned;
}

function placeOfBlock(
  { blocksWide, blocksHigh }: JpegComponent,
  { transposes, mirrors, flips }: Turn,
  row: number,
  column: number,
): number {
  const x = transposes ? row : column;
  const y = transposes ? column : row;
  return (flips ? blocksHigh - 1 - y : y) * blocksWide + (mirrors ? blocksWide - 1 - x : x);
}

/** Where each coefficient goes, in the order of the zigzag, and its sign: odd waves change theirs when mirrored. */
function coefficientMap({ transposes, mirrors, flips }: Turn): { places: Uint8Array; signs: Int8Array } {
  const places = new Uint8Array(BLOCK);
  const signs = new Int8Array(BLOCK);
  for (let k = 0; k < BLOCK; k++) {
    const place = PLACE_OF_ZIGZAG[k]!;
    const x = transposes ? place >> 3 : place & 7;
    const y = transposes ? place & 7 : place >> 3;
    places[k] = ZIGZAG_OF_PLACE[y * 8 + x]!;
    signs[k] = (mirrors && x % 2 === 1) !== (flips && y % 2 === 1) ? -1 : 1;
  }
  return { places, signs };
}

function transposed(quantisation: Uint16Array): Uint16Array {
  const { places } = coefficientMap({ transposes: true, mirrors: false, flips: false });
  const result = new Uint16Array(BLOCK);
  for (const [k, divisor] of quantisation.entries()) result[places[k]!] = divisor;
  return result;
}
