import { Bounds } from '../bounds.ts';
import { damaged, tooLarge } from '../sfnt.ts';
import { COMPONENT_FLAG, type Component, type Glyph } from './glyph.ts';

/** The points of a glyph with those of all its components. */
interface Flat {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly contours: number;
  /** How deep components stand in each other. */
  readonly depth: number;
}

/** Points of one glyph: their numbers have 16 bits. */
const MAX_POINTS = 65_535;
/** Components in components: ten times what fonts use. */
const MAX_DEPTH = 64;
/** Points of all glyphs that are made of others: ten times those of the largest fonts in use. */
const MAX_JOINED_POINTS = 8_000_000;

/** Lays the components of glyphs out, each glyph that has some once. */
export class Flattener {
  readonly #glyphs: readonly Glyph[];
  readonly #names: readonly string[];
  readonly #joinedGlyphs = new Map<number, Flat>();
  #joinedPoints = 0;
  readonly #open = new Set<number>();

  constructor(glyphs: readonly Glyph[], names: readonly string[]) {
    this.#glyphs = glyphs;
    this.#names = names;
  }

  boxOf(glyph: number): Bounds {
    const { xs, ys } = this.#flatten(glyph);
    const box = new Bounds();
    for (const [index, x] of xs.entries()) box.add(rounded(x), rounded(ys[index]!));
    for (const side of box.isEmpty ? [] : [box.xMin, box.yMin, box.xMax, box.yMax])
      if (side < -32_768 || side > 32_767)
        throw damaged(`the glyph ${this.#names[glyph]} leaves the space that a font has`);
    return box;
  }

  most(): Record<string, number> {
    const most = { maxPoints: 0, maxContours: 0, maxCompositePoints: 0, maxCompositeContours: 0 };
    const parts = { maxComponentElements: 0, maxComponentDepth: 0, maxSizeOfInstructions: 0 };
    for (const [number, { components, program }] of this.#glyphs.entries()) {
      const { xs, contours, depth } = this.#flatten(number);
      const isComposite = components.length > 0;
      const points = isComposite ? 'maxCompositePoints' : 'maxPoints';
      const lines = isComposite ? 'maxCompositeContours' : 'maxContours';
      most[points] = Math.max(most[points], xs.length);
      most[lines] = Math.max(most[lines], contours);
      parts.maxComponentElements = Math.max(parts.maxComponentElements, components.length);
      parts.maxComponentDepth = Math.max(parts.maxComponentDepth, depth);
      parts.maxSizeOfInstructions = Math.max(parts.maxSizeOfInstructions, program?.byteLength ?? 0);
    }
    return { ...most, ...parts };
  }

  #flatten(number: number): Flat {
    const { contours, components } = this.#glyphs[number]!;
    if (components.length === 0) {
      const [xs, ys] = [contours.flatMap((each) => each.xs), contours.flatMap((each) => each.ys)];
      if (xs.length > MAX_POINTS) throw this.#tooManyPoints(number);
      return { xs, ys, contours: contours.length, depth: 0 };
    }
    const known = this.#joinedGlyphs.get(number);
    if (known) return known;
    if (this.#open.has(number)) throw damaged(`the glyph ${this.#names[number]} is a component of itself`);
    this.#open.add(number);
    const joined = this.#open.size > MAX_DEPTH ? undefined : this.#joined(components, number);
    if (!joined || joined.depth > MAX_DEPTH)
      throw damaged(`its components stand more than ${MAX_DEPTH} deep in each other`);
    this.#open.delete(number);
    this.#joinedPoints += joined.xs.length;
    if (this.#joinedPoints > MAX_JOINED_POINTS)
      throw tooLarge('points in components', MAX_JOINED_POINTS, this.#joinedPoints);
    this.#joinedGlyphs.set(number, joined);
    return joined;
  }

  #joined(components: readonly Component[], number: number): Flat {
    const [xs, ys]: [number[], number[]] = [[], []];
    let [contours, depth] = [0, 0];
    for (const component of components) {
      const part = this.#flatten(component.glyph);
      if (xs.length + part.xs.length > MAX_POINTS) throw this.#tooManyPoints(number);
      const placed = place(component, part, xs, ys);
      for (const [index, x] of placed.xs.entries()) {
        xs.push(x);
        ys.push(placed.ys[index]!);
      }
      contours += part.contours;
      depth = Math.max(depth, part.depth + 1);
    }
    return { xs, ys, contours, depth };
  }

  #tooManyPoints(number: number) {
    return damaged(`the glyph ${this.#names[number]} has more than ${MAX_POINTS} points`);
  }
}

function place(
  { transform: [xx, xy, yx, yy] = [1, 0, 0, 1], flags, first, second, isByPoints }: Component,
  part: Flat,
  xs: readonly number[],
  ys: readonly number[],
): { readonly xs: readonly number[]; readonly ys: readonly number[] } {
  const turnedX = part.xs.map((x, index) => x * xx + part.ys[index]! * yx);
  const turnedY = part.xs.map((x, index) => x * xy + part.ys[index]! * yy);
  let [dx, dy] = [first, second];
  if (isByPoints) {
    [dx, dy] = [(xs[first] ?? 0) - (turnedX[second] ?? 0), (ys[first] ?? 0) - (turnedY[second] ?? 0)];
  } else if (flags & COMPONENT_FLAG.scaledOffset) {
    [dx, dy] = [first * xx + second * yx, first * xy + second * yy];
  }
  return { xs: turnedX.map((x) => x + dx), ys: turnedY.map((y) => y + dy) };
}

/** As fonts round: halves go up. */
function rounded(value: number): number {
  return Math.floor(value + 0.5);
}
