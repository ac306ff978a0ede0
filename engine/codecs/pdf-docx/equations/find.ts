import {
  type Box,
  centreInside,
  heightOf,
  overlap,
  overlapX,
  overlapY,
  unionOf,
} from '../../../content/pages/geometry.ts';
import {
  type Equation,
  type Glyph,
  isBlank,
  type PageImage,
  type PageModel,
  type Rule,
} from '../../../content/pages/model.ts';
import type { DrawArea } from '../../../content/pages/reading/vector-drawings.ts';
import { cellsOf } from '../layout/block-tags.ts';
import { BULLETS } from '../layout/labels.ts';
import { boxOfRule } from '../layout/rules.ts';
import { type Atom, atomsOf, glyphsOf, mayHaveFormulas } from './atoms.ts';
import { findBars } from './bars.ts';
import { type Cluster, Clusters, MAX_ATOMS } from './clusters.ts';
import { isStructure, linearText } from '../../../content/pages/formulas/formula.ts';
import { isMathGlyph } from '../../../content/pages/formulas/symbols.ts';
import { isProse, isTabular, linesOf, textOf } from './lines.ts';
import { parseFormula } from './parse.ts';
import { FIND } from '../thresholds/formulas.ts';

const { MIN_ATOMS, SLACK, MIN_MATH, MARGIN, LEAN } = FIND;

const NO_IMAGE = { bytes: new Uint8Array(), type: 'png' } as const;
const BULLET = new RegExp(`^[${BULLETS}]$`, 'u');

/**
 * Takes the displayed equations out of the glyphs and rules of a page: formulas with fractions, radicals, limits or rows
 * in brackets that are apart from the text. Each becomes one image without pixels that holds its formula. What cannot
 * be read as a formula without a rest is drawn, or stays as it is where nothing draws.
 */
export function separateEquations(page: PageModel, draw?: DrawArea): PageModel {
  if (!mayHaveFormulas(page)) return page;
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

class EquationFinder {
  readonly #page: PageModel;
  readonly #draw: DrawArea | undefined;
  readonly #clusters: Clusters;
  readonly #seen = new Set<Atom>();

  constructor(page: PageModel, atoms: readonly Atom[], draw: DrawArea | undefined) {
    this.#page = page;
    this.#draw = draw;
    this.#clusters = new Clusters(atoms, findBars(page.rules, atoms, page.width));
  }

  find(): Found[] {
    return this.#clusters.seeds().flatMap((seed) => {
      if (seed.some((atom) => this.#seen.has(atom))) return [];
      return this.#read(this.#clusters.grow(seed)) ?? [];
    });
  }

  #read(cluster: Cluster): Found | undefined {
    const { atoms, bars } = cluster;
    for (const atom of atoms) this.#seen.add(atom);
    const ownRules = [...bars].map(({ rule }) => rule);
    const sorted = [...atoms].sort((a, b) => a.x0 - b.x0);
    const hasSize = atoms.size >= MIN_ATOMS && atoms.size < MAX_ATOMS;
    if (!hasSize || !sorted.some(({ glyph }) => isMathGlyph(glyph)) || isProse(sorted, ownRules)) return undefined;
    const label = BULLET.test(sorted[0]!.glyph.text) ? sorted.shift()! : undefined;
    const box = unionOf([...sorted, ...ownRules.map(boxOfRule)])!;
    const number = this.#clusters.numberOf(box);
    const beside = this.#clusters.beside(box, cluster, number.at(-1)?.x1 ?? Infinity);
    if (beside.length > 0) return this.#read(this.#clusters.grow([...atoms, ...beside]));
    if (!this.#standsFree(box)) return undefined;
    const others = this.#rulesIn(box).filter((rule) => !ownRules.includes(rule));
    const rules = [...ownRules, ...others];
    // a line that is no bar was not understood
    const formula = others.length === 0 ? parseFormula(sorted, rules) : undefined;
    if (formula && !formula.some(isStructure)) return undefined;
    const shown = formula ? { ...box, ...NO_IMAGE } : this.#draw && this.#imageOf(sorted, rules);
    if (!shown) return undefined;
    const equation: Equation = {
      ...(formula && { formula }),
      ...(label && { label: { text: label.glyph.text, x0: label.x0 } }),
      ...(number.length > 0 && { number: { text: textOf(number), x1: number.at(-1)!.x1 } }),
    };
    this.#clusters.take(atoms);
    const glyphs = [...sorted, ...(label ? [label] : []), ...number].flatMap(glyphsOf);
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

  /** Whether there is no table or image around it. */
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

  /** What cannot be read as an image, where it surely is a formula. */
  #imageOf(atoms: readonly Atom[], rules: readonly Rule[]): (Box & ReturnType<DrawArea>) | undefined {
    const symbols = atoms.filter(({ glyph }) => isMathGlyph(glyph));
    if (symbols.length < MIN_MATH * atoms.length || isTabular(atoms)) return undefined;
    const { x0, y0, x1, y1 } = unionOf([...atoms.map(inkOf), ...rules.map(boxOfRule)])!;
    const area = { x0: x0 - MARGIN, y0: y0 - MARGIN, x1: x1 + MARGIN, y1: y1 + MARGIN };
    const image = this.#draw!(area);
    return image && { ...area, ...image };
  }
}

/** Where a glyph may have ink: slanted letters lean out of their box. */
function inkOf({ x0, x1, y0, y1, glyph }: Atom): Box {
  if (glyph.ink) return { x0, x1, y0, y1 };
  const lean = LEAN * glyph.size;
  return { x0: x0 - lean, x1: x1 + lean, y0: Math.min(y0, glyph.y0), y1: Math.max(y1, glyph.y1) };
}
