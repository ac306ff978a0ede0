import { type Box, centreInside, overlap, overlapX, overlapY, unionOf } from '../../../content/pages/geometry.ts';
import type { Rule } from '../../../content/pages/model.ts';
import type { Atom } from './atoms.ts';
import type { Bar } from './bars.ts';
import { isTall, SCRIPT_SIZE, visualMiddle } from './items.ts';
import { isBigOperator, isBrace, isMathGlyph } from '../../../content/pages/formulas/symbols.ts';
import { numbersOf } from './lines.ts';
import { CLUSTERS } from '../thresholds/formulas.ts';

const {
  REACH,
  GAP,
  MATH_GAP,
  ON_LINE,
  LIMIT_ASIDE,
  LIMIT_BELOW,
  NAME_LIMIT,
  APART,
  SHARED_LINE,
  MIN_GUTTER,
  MIN_COLUMN,
} = CLUSTERS;

export const { MAX_ATOMS } = CLUSTERS;

/** Symbols and bars that make one formula, as far as their places tell. */
export interface Cluster {
  readonly atoms: ReadonlySet<Atom>;
  readonly bars: ReadonlySet<Bar>;
}

/** The symbols of a page, gathered around those that are parts of formulas for sure. */
export class Clusters {
  readonly #atoms: readonly Atom[];
  readonly #bars: readonly Bar[];
  /** What stands alone as `(3)`: the numbers of equations are no part of them. */
  readonly #numbers: ReadonlyMap<Atom, readonly Atom[]>;
  readonly #taken = new Set<Atom>();

  constructor(atoms: readonly Atom[], bars: readonly Bar[]) {
    this.#atoms = atoms;
    this.#bars = bars;
    this.#numbers = numbersOf(atoms);
  }

  /** What is beside bars, and symbols that are as large as a formula. */
  seeds(): (readonly Atom[])[] {
    const symbols = this.#atoms.filter((atom) => isLarge(atom));
    return [...this.#bars.map(({ items }) => items as readonly Atom[]), ...symbols.map((atom) => [atom])];
  }

  /** Symbols of a formula that was found are part of no other. */
  take(atoms: Iterable<Atom>): void {
    for (const atom of atoms) this.#taken.add(atom);
  }

  /** Adds what is next to what is there already. */
  grow(seed: readonly Atom[]): Cluster {
    const { y0, y1 } = unionOf(seed)!;
    const isNear = (box: Box): boolean => overlap(box.y0, box.y1, y0 - REACH, y1 + REACH) > 0;
    const candidates = new Set(this.#atoms.filter((atom) => isNear(atom) && this.#isFree(atom)));
    const cluster = { atoms: new Set(seed), bars: new Set<Bar>() };
    const queue = [...seed];
    for (const atom of seed) candidates.delete(atom);
    const add = (atom: Atom): void => {
      if (!candidates.delete(atom)) return;
      cluster.atoms.add(atom);
      queue.push(atom);
    };
    for (let atom = queue.pop(); atom && cluster.atoms.size < MAX_ATOMS; atom = queue.pop()) {
      const bars = this.#bars.filter((bar) => !cluster.bars.has(bar) && bar.items.includes(atom!));
      for (const bar of bars) {
        cluster.bars.add(bar);
        for (const item of bar.items) add(item as Atom);
        for (const other of candidates) if (isBesideBar(other, bar.rule) && !this.#isAcross(atom, other)) add(other);
      }
      for (const other of candidates) if (belongTogether(atom, other) && !this.#isAcross(atom, other)) add(other);
      if (queue.length > 0) continue;
      // cells of a row may be further apart than symbols of a line
      const whole = unionOf(cluster.atoms)!;
      for (const other of candidates) if (centreInside(other, whole)) add(other);
    }
    return cluster;
  }

  /** The number at the right of an equation. */
  numberOf(box: Box): readonly Atom[] {
    const beside = [...new Set(this.#numbers.values())].filter(
      ([first]) => first!.x0 > box.x1 && overlapY(first!, box) > 0 && !this.#isAcross(first!, box),
    );
    const [nearest = []] = beside.sort(([a], [b]) => a!.x0 - b!.x0);
    return nearest;
  }

  /**
   * What is on the lines of a formula up to its end and does not belong to it yet: words make it a line of text, other
   * symbols a longer formula.
   */
  beside(box: Box, { atoms: own }: Cluster, end: number): readonly Atom[] {
    return this.#atoms.filter(
      (atom) =>
        !own.has(atom) &&
        atom.x0 < end &&
        this.#isFree(atom) &&
        overlapY(atom, box) > SHARED_LINE * atom.size &&
        overlapX(atom, box) > -APART * atom.size &&
        !this.#isAcross(atom, box),
    );
  }

  #isFree(atom: Atom): boolean {
    return !this.#numbers.has(atom) && !this.#taken.has(atom);
  }

  /** Whether one is in another column: somewhere between them is a gap with text on both sides, and none across it. */
  #isAcross(a: Box, b: Box): boolean {
    const [left, right] = a.x0 < b.x0 ? [a, b] : [b, a];
    if (right.x0 - left.x1 < MIN_GUTTER) return false;
    const { y0, y1 } = unionOf([a, b])!;
    const around = this.#atoms.filter((atom) => overlap(atom.y0, atom.y1, y0 - REACH, y1 + REACH) > 0);
    return gapsBetween(left.x1, right.x0, around).some((x) => {
      const before = around.filter((atom) => atom.x0 < x).length;
      return Math.min(before, around.length - before) >= MIN_COLUMN;
    });
  }
}

/** Where gutters between two places may be: the middles of gaps that are wide enough. */
function gapsBetween(from: number, to: number, atoms: readonly Atom[]): readonly number[] {
  const between = atoms.filter(({ x0, x1 }) => overlap(x0, x1, from, to) > 0).sort((a, b) => a.x0 - b.x0);
  const middles: number[] = [];
  let end = from;
  for (const { x0, x1 } of [...between, { x0: to, x1: to }]) {
    if (x0 - end >= MIN_GUTTER) middles.push((x0 + end) / 2);
    end = Math.max(end, x1);
  }
  return middles;
}

/** Symbols around which there is a formula. */
function isLarge(atom: Atom): boolean {
  return isBigOperator(atom.glyph.text) || isBrace(atom.glyph.text) || isTall(atom);
}

function belongTogether(a: Atom, b: Atom): boolean {
  const size = Math.max(a.size, b.size);
  const aside = -overlapX(a, b);
  const apart = -overlapY(a, b);
  if (apart < -0.1 * size && aside < (isMathGlyph(b.glyph) ? MATH_GAP : GAP) * size) return true;
  const [large, small] = a.size > b.size ? [a, b] : [b, a];
  if (small.size > SCRIPT_SIZE * large.size) return false;
  if (isBigOperator(large.glyph.text) || isBrace(large.glyph.text))
    return aside < LIMIT_ASIDE * size && apart < LIMIT_BELOW * size;
  return small.y0 > large.y0 && aside < 0 && apart < NAME_LIMIT * size;
}

/** Symbols beside a fraction are on the line of its bar. */
function isBesideBar(atom: Atom, { start, end, position }: Rule): boolean {
  const isOnLine = Math.abs(visualMiddle(atom) - position) < ON_LINE * atom.size;
  return isOnLine && -overlap(atom.x0, atom.x1, start, end) < GAP * atom.size;
}
