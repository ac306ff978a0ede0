import { middleY, overlap, overlapY, unionOf } from '../../../content/pages/geometry.ts';
import { type Formula, type FormulaNode, isStructure, linearText } from '../../../content/pages/formulas/formula.ts';
import { type Glyph, isBlank, type PageModel, type Rule } from '../../../content/pages/model.ts';
import { type Atom, atomsOf, glyphsOf, mayHaveFormulas } from './atoms.ts';
import { type Bar, findBars, isAlong } from './bars.ts';
import { isOnAxis, SCRIPT_SIZE, visualMiddle } from './items.ts';
import { isBigOperator, isMathGlyph } from '../../../content/pages/formulas/symbols.ts';
import { parseFormula } from './parse.ts';
import { isRadicalOf } from './radicals.ts';
import { INLINE } from '../thresholds/formulas.ts';

const { NEAR, LIMIT_GAP } = INLINE;

interface Part {
  readonly atoms: readonly Atom[];
  readonly rules: readonly Rule[];
  /** Where the line has its axis. */
  readonly axis: number;
}

/**
 * Makes one glyph of each fraction, radical, and symbol with limits that is in a line of text. It holds its formula;
 * its text is that of the formula in a row.
 */
export function joinInlineFormulas(page: PageModel): PageModel {
  if (!mayHaveFormulas(page)) return page;
  const atoms = atomsOf(page.glyphs.filter((glyph) => glyph.rotation === 0 && !isBlank(glyph)));
  const bars = findBars(page.rules, atoms, page.width);
  const parts = [...partsAtBars(bars, atoms), ...partsAtSymbols(atoms)];
  const taken = new Set<unknown>();
  const joined: Glyph[] = [];
  for (const part of parts) {
    if (part.atoms.some((atom) => taken.has(atom))) continue;
    const glyph = glyphOf(part, atoms);
    if (!glyph) continue;
    for (const atom of part.atoms) for (const used of [atom, ...glyphsOf(atom)]) taken.add(used);
    for (const rule of part.rules) taken.add(rule);
    joined.push(glyph);
  }
  if (joined.length === 0) return page;
  return {
    ...page,
    glyphs: [...page.glyphs.filter((glyph) => !taken.has(glyph)), ...joined],
    rules: page.rules.filter((rule) => !taken.has(rule)),
  };
}

/** Fractions and radicals, those that hold others first. */
function partsAtBars(bars: readonly Bar[], atoms: readonly Atom[]): Part[] {
  const longestFirst = bars.toSorted((a, b) => b.rule.end - b.rule.start - (a.rule.end - a.rule.start));
  return longestFirst.map(({ rule, items }) => {
    const { y0, y1 } = unionOf(items)!;
    const inside = atoms.filter(
      (atom) => items.includes(atom) || (isAlong(atom, rule) && overlap(atom.y0, atom.y1, y0, y1) > 0),
    );
    const rules = bars.filter((bar) => bar.items.every((item) => inside.includes(item as Atom))).map((bar) => bar.rule);
    const isRadical = inside.some((atom) => isRadicalOf(atom, rule));
    return { atoms: inside, rules, axis: isRadical ? middleY(unionOf(inside)!) : rule.position };
  });
}

/** Sums and integrals with the small letters behind them. */
function partsAtSymbols(atoms: readonly Atom[]): Part[] {
  return atoms
    .filter(({ glyph }) => isBigOperator(glyph.text))
    .map((symbol) => {
      const small = atoms
        .filter(
          (atom) =>
            atom.size < SCRIPT_SIZE * symbol.size &&
            atom.x0 >= symbol.x0 &&
            overlapY(atom, symbol) > -LIMIT_GAP * symbol.size,
        )
        .sort((a, b) => a.x0 - b.x0);
      let end = symbol.x1;
      const limits = small.filter((atom) => {
        if (atom.x0 - end > LIMIT_GAP * atom.size) return false;
        end = Math.max(end, atom.x1);
        return true;
      });
      return { atoms: [symbol, ...limits], rules: [], axis: visualMiddle(symbol) };
    });
}

/** The formula as a glyph of the line in which it is; undefined where it is in none, or cannot be read. */
function glyphOf({ atoms, rules, axis }: Part, all: readonly Atom[]): Glyph | undefined {
  const box = unionOf(atoms)!;
  const own = new Set(atoms);
  const beside = all.filter(
    (atom) => !own.has(atom) && isOnAxis(atom, axis) && -overlap(atom.x0, atom.x1, box.x0, box.x1) < NEAR * atom.size,
  );
  const [line] = beside.toSorted((a, b) => b.size - a.size);
  if (!line) return undefined;
  const isMathematical = atoms.some(({ glyph }) => isMathGlyph(glyph));
  if (!isMathematical && !atoms.every(({ size }) => size < SCRIPT_SIZE * line.size)) return undefined;
  const [only, ...others] = parseFormula(atoms, rules) ?? [];
  if (!only || others.length > 0 || !isStructure(only)) return undefined;
  if (only.kind === 'operator' && !only.lower && !only.upper) return undefined;
  const formula = [only.kind === 'operator' ? withScripts(only) : only];
  const order = Math.min(...atoms.map(({ glyph }) => glyph.order));
  const { x0, x1 } = box;
  const { ink: _, ...neighbour } = line.glyph;
  return { ...neighbour, text: linearText(formula), x0, x1, originX: x0, advance: x1 - x0, stretch: 1, order, formula };
}

/** In a line the limits of a symbol are at its side, and what it runs over is text. */
function withScripts({ symbol, lower, upper }: FormulaNode & { kind: 'operator' }): FormulaNode {
  const base: Formula = [{ kind: 'text', text: symbol, style: 'plain' }];
  return { kind: 'scripts', base, ...(lower && { lower }), ...(upper && { upper }) };
}
