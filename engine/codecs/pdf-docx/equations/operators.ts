import { middleX, unionOf } from '../../../content/pages/geometry.ts';
import type { Formula, FormulaNode } from '../../../content/pages/formulas/formula.ts';
import { axisOf, chunksOf, type Item, itemAround, mainBaseline, sizeOfLine, visualMiddle } from './items.ts';
import { isBigOperator, isIntegral } from '../../../content/pages/formulas/symbols.ts';
import { OPERATORS } from '../thresholds/formulas.ts';

const { MIN_SYMBOL, LIMIT_SIZE, LIMIT_DISTANCE, SIDE_DISTANCE, CENTRED, BESIDE, LIMIT_GAP } = OPERATORS;

type Parse = (items: readonly Item[]) => Formula | undefined;

/** Names that have something below them. */
const LIMIT_NAME = /(?:lim|liminf|limsup|max|min|sup|inf|argmax|argmin|det|gcd|Pr)$/;

/** Joins big operators, and names such as `lim`, with their limits. Undefined where one cannot be read. */
export function operatorsWithLimits(items: readonly Item[], parse: Parse): readonly Item[] | undefined {
  const letters = items.filter(({ glyph }) => !glyph || !isBigOperator(glyph.text));
  const line = axisOf(letters) ?? axisOf(items);
  if (line === undefined) return items;
  const size = sizeOfLine(letters);
  let rest: readonly Item[] = items;
  for (const symbol of items.filter(({ glyph }) => glyph && isBigOperator(glyph.text))) {
    const axis = symbol.glyph!.ink ? visualMiddle(symbol) : line;
    const measure = symbol.glyph!.ink ? symbol : { ...symbol, size: usualSize(symbol, size) };
    const lower = limitOf(rest, measure, { axis, side: 1 });
    const upper = limitOf(rest, measure, { axis, side: -1 });
    const node = readOperator(symbol, { lower, upper }, parse);
    if (!node) return undefined;
    const used = new Set([symbol, ...lower, ...upper]);
    // what it runs over is no part of its width: the symbol alone is in the line
    const item = { ...itemAround([...used], node, undefined), size: measure.size };
    rest = [...rest.filter((other) => !used.has(other)), item];
  }
  return namesWithLimits(rest, line, parse);
}

/** Some programs set symbols in larger type than their line, by which distances are measured. */
function usualSize({ size }: Item, ofLine: number): number {
  return Math.min(size, Math.max(ofLine, MIN_SYMBOL * size));
}

interface Limits {
  readonly lower: readonly Item[];
  readonly upper: readonly Item[];
}

function readOperator(symbol: Item, { lower, upper }: Limits, parse: Parse): FormulaNode | undefined {
  const below = parseSome(lower, parse);
  const above = parseSome(upper, parse);
  if (!below || !above) return undefined;
  const stacked = [lower, upper].every((limit) => limit.length === 0 || isCentred(limit, symbol));
  return {
    kind: 'operator',
    symbol: symbol.glyph!.text,
    ...(below.length > 0 && { lower: below }),
    ...(above.length > 0 && { upper: above }),
    stacked: stacked && lower.length + upper.length > 0,
    content: [],
  };
}

function parseSome(items: readonly Item[], parse: Parse): Formula | undefined {
  return items.length === 0 ? [] : parse(items);
}

/** The small items below (`side` 1) or above (-1) a symbol, in the middle or at its side. */
function limitOf(
  items: readonly Item[],
  symbol: Item,
  { axis, side }: { readonly axis: number; readonly side: 1 | -1 },
): readonly Item[] {
  const small = items.filter((item) => item.glyph !== symbol.glyph && item.size < LIMIT_SIZE * symbol.size);
  const beyond = (distance: number): readonly (readonly Item[])[] =>
    chunksOf(
      small.filter((item) => (visualMiddle(item) - axis) * side > distance * symbol.size),
      LIMIT_GAP,
    );
  const centred = beyond(LIMIT_DISTANCE).find((chunk) => isCentred(chunk, symbol));
  if (centred) return centred;
  const reach = (isIntegral(symbol.glyph!.text) ? BESIDE : 0.2) * symbol.size;
  return beyond(SIDE_DISTANCE).find(([first]) => first!.x0 > symbol.x0 && first!.x0 < symbol.x1 + reach) ?? [];
}

function isCentred(limit: readonly Item[], symbol: Item): boolean {
  return Math.abs(middleX(unionOf(limit)!) - middleX(symbol)) < CENTRED * symbol.size;
}

/** Names with something below their middle. */
function namesWithLimits(items: readonly Item[], axis: number, parse: Parse): readonly Item[] | undefined {
  const baseline = mainBaseline(items);
  if (baseline === undefined) return items;
  let rest = items;
  const letters = items.filter((item) => /^\p{L}+$/u.test(item.glyph?.text ?? '') && item.baseline === baseline);
  for (const word of chunksOf(letters, 0.12)) {
    if (!LIMIT_NAME.test(word.map(({ glyph }) => glyph!.text).join(''))) continue;
    const box = itemAround(word, { kind: 'text', text: '', style: 'plain' }, baseline);
    const lower = limitOf(rest, { ...box, glyph: word[0]!.glyph! }, { axis, side: 1 });
    if (lower.length === 0 || !isCentred(lower, box)) continue;
    const base = parse(word);
    const below = parse(lower);
    if (!base || !below) return undefined;
    const used = new Set([...word, ...lower]);
    const item = itemAround([...used], { kind: 'limit', base, lower: below }, baseline);
    rest = [...rest.filter((other) => !used.has(other)), item];
  }
  return rest;
}
