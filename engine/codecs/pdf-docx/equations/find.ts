import { type Box, centreInside, heightOf, overlap, overlapX, overlapY, unionOf } from '../geometry.ts';
import { type Equation, type Glyph, isBlank, type PageImage, type PageModel, type Rule } from '../page-model.ts';
import { cellsOf } from '../layout/block-tags.ts';
import { BULLETS } from '../layout/labels.ts';
import { type Bar, findBars, isAlong } from './bars.ts';
import { isBracket, opens } from './brackets.ts';
import { type Atom, atomsOf } from './atoms.ts';
import { type FormulaNode, linearText } from './formula.ts';
import { chunksOf, isTall } from './items.ts';
import { isBigOperator, isBrace, isMathGlyph, UNKNOWN_SIGN } from './letters.ts';
import { parseFormula } from './parse.ts';
import { boxOfRule } from '../layout/rules.ts';

/** No formula is higher above or below its beginning, in points. */
const REACH = 80;
/** Gaps in em within a formula; signs of mathematics may stand further apart. */
const GAP = 1.1;
const MATH_GAP = 2.2;
const ON_LINE = 0.3;
/** Distances in em from an operator, or a name, to its limits. */
const LIMIT_ASIDE = 1;
const LIMIT_BELOW = 0.7;
const NAME_LIMIT = 0.35;
const LIMIT_SIZE = 0.86;
/** Text nearer than this (em) to a formula on its lines runs on with it. */
const APART = 3;
const SHARED_LINE = 0.25;
/** More of the glyphs outside of fractions must not be letters of words. */
const MAX_WORDS = 0.4;
const MIN_WORD = 4;
const WORD_GAP = 0.15;
/** Cells of tables are at least this far (em) apart. */
const CELL_GAP = 1;
const MAX_ATOMS = 400;
const NUMBER = /^[([]?[A-Z]?\.?\d{1,3}(?:[.-]\d{1,3})*[a-z]?[)\]]$/;
const NUMBER_GAP = 0.7;
/** Columns are so many points apart, and have so many glyphs around a formula. */
const MIN_GUTTER = 7;
const MIN_COLUMN = 60;
/** A vertical line that reaches further, in points, than the formula around it belongs to a table. */
const SLACK = 6;
/** A picture of a formula shows mathematics: so many of its glyphs are in fonts for it, or signs of it. */
const MIN_MATH = 0.15;
/** Around the picture, in points, and beside slanted letters, in em. */
const MARGIN = 1;
const LEAN = 0.1;
const NO_PICTURE = { bytes: new Uint8Array(), type: 'png' } as const;
const BULLET = new RegExp(`^[${BULLETS}]$`, 'u');

/** A picture of what stands in a box of the page; undefined where it cannot be drawn as it is. */
export type DrawArea = (area: Box) => Pick<PageImage, 'bytes' | 'type' | 'fallback'> | undefined;

/**
 * Takes the displayed equations out of the glyphs and rules of a page: formulas with fractions, radicals, limits or rows
 * in brackets that stand apart from the text. Each becomes one picture without pixels that holds its formula. What cannot
 * be read as a formula without a rest is drawn, or stays as it is where nothing draws.
 */
export function separateEquations(page: PageModel, draw?: DrawArea): PageModel {
  if (!page.glyphs.some(isMathGlyph)) return page;
  const cellOf = cellsOf(page.structure);
  const atoms = atomsOf(
    page.glyphs.filter((glyph) => glyph.rotation === 0 && !isBlank(glyph) && cellOf(glyph) === undefined),
  );
  const finder = new EquationFinder(page, atoms, draw);
  const found = finder.find();
  if (found.length === 0) return page;
  const taken = new Set<unknown>(found.flatMap(({ glyphs, rules }) => [...glyphs, ...rules]));
  const isInside = (glyph: Glyph): boolean =>
    isBlank(glyph) && found.some(({ image }) => centreInside(glyph, image, 1));
  return {
    ...page,
    glyphs: page.glyphs.filter((glyph) => !taken.has(glyph) && !isInside(glyph)),
    rules: page.rules.filter((rule) => !taken.has(rule)),
    images: [...page.images, ...found.map(({ image }) => image)],
  };
}

interface Found {
  readonly image: PageImage;
  readonly glyphs: readonly Glyph[];
  readonly rules: readonly Rule[];
}

interface Cluster {
  readonly atoms: Set<Atom>;
  readonly bars: Set<Bar>;
}

class EquationFinder {
  readonly #page: PageModel;
  readonly #draw: DrawArea | undefined;
  readonly #atoms: readonly Atom[];
  readonly #bars: readonly Bar[];
  /** What stands alone as `(3)`: the numbers of equations are no part of them. */
  readonly #numbers: ReadonlyMap<Atom, readonly Atom[]>;
  readonly #seen = new Set<Atom>();

  constructor(page: PageModel, atoms: readonly Atom[], draw: DrawArea | undefined) {
    this.#page = page;
    this.#draw = draw;
    this.#atoms = atoms;
    this.#bars = findBars(page.rules, atoms, page.width);
    this.#numbers = numbersOf(atoms);
  }

  find(): Found[] {
    const signs = this.#atoms.filter((atom) => isLarge(atom));
    const seeds = [...this.#bars.map(({ items }) => items as Atom[]), ...signs.map((atom) => [atom])];
    return seeds.flatMap((seed) => {
      if (seed.some((atom) => this.#seen.has(atom))) return [];
      return this.#read(this.#grow(seed)) ?? [];
    });
  }

  /** Adds what stands next to what is there already. */
  #grow(seed: readonly Atom[]): Cluster {
    const { y0, y1 } = unionOf(seed)!;
    const isNear = (box: Box): boolean => overlap(box.y0, box.y1, y0 - REACH, y1 + REACH) > 0;
    const candidates = new Set(this.#atoms.filter((atom) => isNear(atom) && !this.#numbers.has(atom)));
    const cluster: Cluster = { atoms: new Set(seed), bars: new Set() };
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
      // cells of a row may be further apart than signs of a line
      const whole = unionOf(cluster.atoms)!;
      for (const other of candidates) if (centreInside(other, whole)) add(other);
    }
    return cluster;
  }

  #read({ atoms, bars }: Cluster): Found | undefined {
    for (const atom of atoms) this.#seen.add(atom);
    const ownRules = [...bars].map(({ rule }) => rule);
    const sorted = [...atoms].sort((a, b) => a.x0 - b.x0);
    const isFormula = atoms.size >= 3 && sorted.some(({ glyph }) => isMathGlyph(glyph)) && !isProse(sorted, ownRules);
    if (!isFormula) return undefined;
    const label = BULLET.test(sorted[0]!.glyph.text) ? sorted.shift()! : undefined;
    const box = unionOf([...sorted, ...ownRules.map(boxOfRule)])!;
    const number = this.#numberOf(box);
    const end = number.at(-1)?.x1 ?? Infinity;
    const beside = this.#besides(box, atoms).filter(({ x0 }) => x0 < end);
    if (beside.length > 0) return atoms.size < MAX_ATOMS ? this.#read(this.#grow([...atoms, ...beside])) : undefined;
    if (!this.#standsFree(box)) return undefined;
    const others = this.#rulesIn(box).filter((rule) => !ownRules.includes(rule));
    const rules = [...ownRules, ...others];
    // a line that is no bar was not understood
    const formula = others.length === 0 ? parseFormula(sorted, rules) : undefined;
    if (formula && !formula.some(isStructure)) return undefined;
    const shown = formula ? { ...box, ...NO_PICTURE } : this.#draw && this.#pictureOf(sorted, rules);
    if (!shown) return undefined;
    const equation: Equation = {
      ...(formula && { formula }),
      ...(label && { label: { text: label.glyph.text, x0: label.x0 } }),
      ...(number.length > 0 && { number: { text: textOf(number), x1: number.at(-1)!.x1 } }),
    };
    const glyphs = [...sorted, ...(label ? [label] : []), ...number].flatMap(({ glyph, pieces }) => pieces ?? [glyph]);
    return {
      image: {
        ...shown,
        order: Math.min(...glyphs.map(({ order }) => order)),
        alt: [label?.glyph.text, formula ? linearText(formula) : linesOf(sorted), textOf(number)]
          .filter(Boolean)
          .join(' '),
        equation,
      },
      glyphs,
      rules,
    };
  }

  /** The number at the right of an equation. */
  #numberOf(box: Box): readonly Atom[] {
    const beside = [...new Set(this.#numbers.values())].filter(
      ([first]) => first!.x0 > box.x1 && overlapY(first!, box) > 0 && !this.#isAcross(first!, box),
    );
    return beside.reduce<readonly Atom[]>(
      (best, one) => (best.length > 0 && best[0]!.x0 < one[0]!.x0 ? best : one),
      [],
    );
  }

  /** What stands on its lines and does not belong to it yet: words make it a line of text, other signs a longer formula. */
  #besides(box: Box, own: ReadonlySet<Atom>): readonly Atom[] {
    return this.#atoms.filter(
      (atom) =>
        !own.has(atom) &&
        !this.#numbers.has(atom) &&
        overlapY(atom, box) > SHARED_LINE * atom.size &&
        overlapX(atom, box) > -APART * atom.size &&
        !this.#isAcross(atom, box),
    );
  }

  /** Whether one stands in another column: somewhere between them is a gap with text on both sides, and none across it. */
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

  /** Whether there is no table or picture around it. */
  #standsFree(box: Box): boolean {
    const isWall = ({ axis, start, end, position }: Rule): boolean =>
      axis === 'v' &&
      overlap(start, end, box.y0, box.y1) > 0.5 * heightOf(box) &&
      (position < box.x0 || position > box.x1 || end - start > heightOf(box) + SLACK);
    return (
      !this.#page.rules.some(isWall) &&
      !this.#page.images.some((image) => overlapX(image, box) > 0 && overlapY(image, box) > 0)
    );
  }

  #rulesIn(box: Box): readonly Rule[] {
    return this.#page.rules.filter((rule) => {
      const line = boxOfRule(rule);
      return overlapX(line, box) > 0 && overlapY(line, box) > 0;
    });
  }

  /** What cannot be read as a picture, where it surely is a formula. */
  #pictureOf(atoms: readonly Atom[], rules: readonly Rule[]): (Box & ReturnType<DrawArea>) | undefined {
    const signs = atoms.filter(({ glyph }) => isMathGlyph(glyph));
    if (signs.length < MIN_MATH * atoms.length || isTabular(atoms)) return undefined;
    const { x0, y0, x1, y1 } = unionOf([...atoms.map(inkOf), ...rules.map(boxOfRule)])!;
    const area = { x0: x0 - MARGIN, y0: y0 - MARGIN, x1: x1 + MARGIN, y1: y1 + MARGIN };
    const picture = this.#draw!(area);
    return picture && { ...area, ...picture };
  }
}

/** Where a glyph may have ink: slanted letters lean out of their box. */
function inkOf({ x0, x1, y0, y1, glyph }: Atom): Box {
  if (glyph.ink) return { x0, x1, y0, y1 };
  const lean = LEAN * glyph.size;
  return { x0: x0 - lean, x1: x1 + lean, y0: Math.min(y0, glyph.y0), y1: Math.max(y1, glyph.y1) };
}

/** Numbers as `(3)` with gaps around them, by each of their signs. */
function numbersOf(atoms: readonly Atom[]): Map<Atom, readonly Atom[]> {
  const lines = Map.groupBy(atoms, ({ glyph }) => Math.round(glyph.baseline));
  const chunks = [...lines.values()].flatMap((line) => chunksOf(line, NUMBER_GAP) as (readonly Atom[])[]);
  const numbers = chunks.filter((chunk) => NUMBER.test(textOf(chunk)));
  return new Map(numbers.flatMap((number) => number.map((atom) => [atom, number])));
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

/** Signs around which there is a formula. */
function isLarge(atom: Atom): boolean {
  return isBigOperator(atom.glyph.text) || isBrace(atom.glyph.text) || isTall(atom);
}

function belongTogether(a: Atom, b: Atom): boolean {
  const size = Math.max(a.size, b.size);
  const aside = -overlapX(a, b);
  const apart = -overlapY(a, b);
  if (apart < -0.1 * size && aside < (isMathGlyph(b.glyph) ? MATH_GAP : GAP) * size) return true;
  const [large, small] = a.size > b.size ? [a, b] : [b, a];
  if (small.size > LIMIT_SIZE * large.size) return false;
  if (isBigOperator(large.glyph.text) || isBrace(large.glyph.text))
    return aside < LIMIT_ASIDE * size && apart < LIMIT_BELOW * size;
  return small.y0 > large.y0 && aside < 0 && apart < NAME_LIMIT * size;
}

/** Signs beside a fraction stand on the line of its bar. */
function isBesideBar(atom: Atom, { start, end, position }: Rule): boolean {
  const isOnLine = Math.abs((atom.y0 + atom.y1) / 2 - position) < ON_LINE * atom.size;
  return isOnLine && -overlap(atom.x0, atom.x1, start, end) < GAP * atom.size;
}

const isStructure = ({ kind }: FormulaNode): boolean => kind !== 'text' && kind !== 'scripts';

/** Whether most of it is words. What stands over and under bars may be words, and so may names before brackets. */
function isProse(sorted: readonly Atom[], bars: readonly Rule[]): boolean {
  const free = sorted.filter((atom) => !bars.some((bar) => isAlong(atom, bar)));
  const brackets = sorted.filter(({ glyph }) => opens(glyph.text));
  const isName = (atom: Atom): boolean =>
    brackets.some((bracket) => overlapY(bracket, atom) > 0 && Math.abs(bracket.x0 - atom.x1) < WORD_GAP * atom.size);
  let inWords = 0;
  for (const line of Map.groupBy(free, ({ glyph }) => Math.round(glyph.baseline)).values()) {
    const text = spaced(line, (atom) =>
      isMathGlyph(atom.glyph) ? ' ' : `${atom.glyph.text}${isName(atom) ? '(' : ''}`,
    );
    for (const [, word, bracket] of text.matchAll(/(\p{L}+)(\()?/gu))
      if (!bracket && word!.length >= MIN_WORD) inWords += word!.length;
  }
  return inWords > MAX_WORDS * sorted.length;
}

/** Whether lines have gaps at the same place, and no bracket that holds them together: rows of a table. */
function isTabular(sorted: readonly Atom[]): boolean {
  const lines = [...Map.groupBy(sorted, ({ glyph }) => Math.round(glyph.baseline)).values()];
  const gaps = lines.flatMap((line, index) =>
    line.slice(1).flatMap((atom, at): (Box & { index: number })[] => {
      const last = line[at]!;
      const isWide = atom.x0 - last.x1 > CELL_GAP * atom.size;
      return isWide ? [{ index, x0: last.x1, x1: atom.x0, y0: last.y0, y1: last.y1 }] : [];
    }),
  );
  const held = sorted.filter((atom) => isTall(atom) && isBracket(atom.glyph.text));
  return gaps.some((gap) =>
    gaps.some(
      (other) =>
        other.index > gap.index &&
        overlapX(gap, other) > 0 &&
        !held.some((bracket) => overlapY(bracket, gap) > 0 && overlapY(bracket, other) > 0),
    ),
  );
}

/** The text of what is on each line, from the highest one. */
function linesOf(atoms: readonly Atom[]): string {
  const lines = Map.groupBy(atoms, ({ glyph }) => Math.round(glyph.baseline));
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([, line]) => spaced(line, ({ glyph }) => glyph.text.replace(UNKNOWN_SIGN, '')))
    .filter((text) => text !== '')
    .join(' ');
}

/** The texts of the items of a line with spaces where there are gaps. */
function spaced(line: readonly Atom[], textIn: (atom: Atom) => string): string {
  const texts = line.map((atom, at) => {
    const last = line[at - 1];
    return `${last && atom.x0 - last.x1 > WORD_GAP * last.size ? ' ' : ''}${textIn(atom)}`;
  });
  return texts.join('');
}

function textOf(atoms: readonly Atom[]): string {
  return atoms.map(({ glyph }) => glyph.text).join('');
}
