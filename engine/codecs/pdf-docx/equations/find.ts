import { type Box, centreInside, overlap, overlapX, overlapY, unionOf } from '../geometry.ts';
import { type Equation, type Glyph, isBlank, type PageImage, type PageModel, type Rule } from '../page-model.ts';
import { cellsOf } from '../layout/block-tags.ts';
import { BULLETS } from '../layout/labels.ts';
import { type Bar, findBars, isAlong } from './bars.ts';
import { linearText } from './formula.ts';
import { atomOf, type Item } from './items.ts';
import { isBigOperator, isMathGlyph } from './letters.ts';
import { parseFormula } from './parse.ts';
import { boxOfRule } from '../layout/rules.ts';

type Atom = Item & { readonly glyph: Glyph };

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
/** More of the glyphs outside of fractions must not be letters of words. */
const MAX_WORDS = 0.4;
const MIN_WORD = 4;
const MAX_ATOMS = 400;
const NUMBER = /^[([]?[A-Z]?\.?\d{1,3}(?:[.-]\d{1,3})*[a-z]?[)\]]$/;
const NUMBER_GAP = 0.6;
const BULLET = new RegExp(`^[${BULLETS}]$`, 'u');

/**
 * Takes the displayed equations out of the glyphs and rules of a page: formulas with fractions, radicals or limits that
 * stand apart from the text. Each becomes one picture without pixels that holds its formula. What cannot be read as a
 * formula without a rest stays as it is.
 */
export function separateEquations(page: PageModel): PageModel {
  if (!page.glyphs.some(isMathGlyph)) return page;
  const cellOf = cellsOf(page.structure);
  const atoms = page.glyphs
    .filter((glyph) => glyph.rotation === 0 && !isBlank(glyph) && cellOf(glyph) === undefined)
    .map((glyph) => atomOf(glyph) as Atom);
  const finder = new EquationFinder(page, atoms);
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
  readonly #atoms: readonly Atom[];
  readonly #bars: readonly Bar[];
  readonly #seen = new Set<Atom>();

  constructor(page: PageModel, atoms: readonly Atom[]) {
    this.#page = page;
    this.#atoms = atoms;
    this.#bars = findBars(page.rules, atoms, page.width);
  }

  find(): Found[] {
    const operators = this.#atoms.filter(({ glyph }) => isBigOperator(glyph.text));
    const seeds = [...this.#bars.map(({ items }) => items as Atom[]), ...operators.map((atom) => [atom])];
    return seeds.flatMap((seed) => {
      if (seed.some((atom) => this.#seen.has(atom))) return [];
      const cluster = this.#grow(seed);
      for (const atom of cluster.atoms) this.#seen.add(atom);
      return this.#read(cluster) ?? [];
    });
  }

  /** Adds what stands next to what is there already. */
  #grow(seed: readonly Atom[]): Cluster {
    const { y0, y1 } = unionOf(seed)!;
    const isNear = (box: Box): boolean => overlap(box.y0, box.y1, y0 - REACH, y1 + REACH) > 0;
    const candidates = new Set(this.#atoms.filter(isNear));
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
        for (const other of candidates) if (isBesideBar(other, bar.rule)) add(other);
      }
      for (const other of candidates) if (belongTogether(atom, other)) add(other);
    }
    return cluster;
  }

  #read({ atoms, bars }: Cluster): Found | undefined {
    const rules = [...bars].map(({ rule }) => rule);
    const sorted = [...atoms].sort((a, b) => a.x0 - b.x0);
    if (atoms.size < 3 || !sorted.some(({ glyph }) => isMathGlyph(glyph)) || isProse(sorted, rules)) return undefined;
    const label = BULLET.test(sorted[0]!.glyph.text) ? sorted.shift()! : undefined;
    const box = unionOf([...sorted, ...rules.map(boxOfRule)])!;
    const number = this.#numberOf(box, atoms);
    if (!this.#standsApart(box, new Set([...atoms, ...number]), rules)) return undefined;
    const formula = parseFormula(
      sorted.map(({ glyph }) => glyph),
      rules,
    );
    if (!formula || !formula.some(isStructure)) return undefined;
    const equation: Equation = {
      formula,
      ...(label && { label: { text: label.glyph.text, x0: label.x0 } }),
      ...(number.length > 0 && { number: { text: textOf(number), x1: number.at(-1)!.x1 } }),
    };
    const alt = [label?.glyph.text, linearText(formula), textOf(number)].filter(Boolean).join(' ');
    const glyphs = [...sorted, ...(label ? [label] : []), ...number].map(({ glyph }) => glyph);
    const order = Math.min(...glyphs.map((glyph) => glyph.order));
    return { image: { ...box, bytes: new Uint8Array(), type: 'png', order, alt, equation }, glyphs, rules };
  }

  /** The number at the right of an equation, as `(3)`. */
  #numberOf(box: Box, atoms: ReadonlySet<Atom>): readonly Atom[] {
    const middle = (box.y0 + box.y1) / 2;
    const beside = this.#atoms
      .filter((atom) => !atoms.has(atom) && atom.x0 > box.x1 && atom.y0 < middle && atom.y1 > middle - atom.size)
      .filter((atom) => overlapY(atom, box) > 0)
      .sort((a, b) => a.x0 - b.x0);
    const end = beside.findIndex((atom, at) => at > 0 && atom.x0 - beside[at - 1]!.x1 > NUMBER_GAP * atom.size);
    const first = beside.slice(0, end < 0 ? beside.length : end);
    return NUMBER.test(textOf(first)) ? first : [];
  }

  /** Whether there is no text on its lines, and no table or picture around it. */
  #standsApart(box: Box, own: ReadonlySet<Atom>, bars: readonly Rule[]): boolean {
    const isBeside = this.#atoms.some(
      (atom) => !own.has(atom) && overlapY(atom, box) > 0.1 * atom.size && overlapX(atom, box) > -APART * atom.size,
    );
    const isCrossed = this.#page.rules.some((rule) => {
      if (rule.axis === 'v') return overlap(rule.start, rule.end, box.y0, box.y1) > 0.5 * (box.y1 - box.y0);
      // a line within that is no bar was not understood
      return !bars.includes(rule) && overlapX(boxOfRule(rule), box) > 0 && overlapY(boxOfRule(rule), box) > 0;
    });
    return (
      !isBeside &&
      !isCrossed &&
      !this.#page.images.some((image) => overlapX(image, box) > 0 && overlapY(image, box) > 0)
    );
  }
}

function belongTogether(a: Atom, b: Atom): boolean {
  const size = Math.max(a.size, b.size);
  const aside = -overlapX(a, b);
  const apart = -overlapY(a, b);
  if (apart < -0.1 * size && aside < (isMathGlyph(b.glyph) ? MATH_GAP : GAP) * size) return true;
  const [large, small] = a.size > b.size ? [a, b] : [b, a];
  if (small.size > LIMIT_SIZE * large.size) return false;
  if (isBigOperator(large.glyph.text)) return aside < LIMIT_ASIDE * size && apart < LIMIT_BELOW * size;
  return small.y0 > large.y0 && aside < 0 && apart < NAME_LIMIT * size;
}

/** Signs beside a fraction stand on the line of its bar. */
function isBesideBar(atom: Atom, { start, end, position }: Rule): boolean {
  const isOnLine = Math.abs((atom.y0 + atom.y1) / 2 - position) < ON_LINE * atom.size;
  return isOnLine && -overlap(atom.x0, atom.x1, start, end) < GAP * atom.size;
}

const isStructure = ({ kind }: Equation['formula'][number]): boolean => kind !== 'text' && kind !== 'scripts';

/** Whether most of it is words. What stands over and under bars may be words. */
function isProse(sorted: readonly Atom[], bars: readonly Rule[]): boolean {
  const free = sorted.filter((atom) => !bars.some((bar) => isAlong(atom, bar)));
  let inWords = 0;
  for (const line of Map.groupBy(free, ({ glyph }) => Math.round(glyph.baseline)).values()) {
    const text = line
      .map((atom, at) => `${gapBefore(line, at)}${isMathGlyph(atom.glyph) ? ' ' : atom.glyph.text}`)
      .join('');
    for (const [word] of text.matchAll(/\p{L}+/gu)) if (word.length >= MIN_WORD) inWords += word.length;
  }
  return inWords > MAX_WORDS * sorted.length;
}

function gapBefore(line: readonly Atom[], at: number): string {
  const last = line[at - 1];
  return last && line[at]!.x0 - last.x1 > 0.15 * last.size ? ' ' : '';
}

function textOf(atoms: readonly Atom[]): string {
  return atoms.map(({ glyph }) => glyph.text).join('');
}
