import { middleX, unionOf } from '../../../content/pages/geometry.ts';
import type { Formula, FormulaNode } from '../../../content/pages/formulas/formula.ts';
import { axisOf, chunksOf, type Item, itemAround, mainBaseline, visualMiddle } from './items.ts';
import { isBigOperator, isIntegral } from '../../../content/pages/formulas/letters.ts';
import { OPERATORS } from '../thresholds/formulas.ts';

const { LIMIT_SIZE, LIMIT_DISTANCE, SIDE_DISTANCE, CENTRED, BESIDE, LIMIT_GAP } = OPERATORS;

type Parse = (items: readonly Item[]) => Formula | undefined;

/** Names that have something below them. */
const LIMIT_NAME = /(?:lim|liminf|limsup|max|min|sup|inf|argmax|argmin|det|gcd|Pr)$/;

/** Joins big operators, and names such as `lim`, with their limits. Undefined where one cannot be read. */
export function operatorsWithLimits(items: readonly Item[], parse: Parse): readonly Item[] | undefined {
  const line = axisOf(items.filter(({ glyph }) => !glyph || !isBigOperator(glyph.text))) ?? axisOf(items);
  if (line === undefined) return items;
  let rest: readonly Item[] = items;
  for (const sign of items.filter(({ glyph }) => glyph && isBigOperator(glyph.text))) {
    const axis = sign.glyph!.ink ? visualMiddle(sign) : line;
    const lower = limitOf(rest, sign, { axis, side: 1 });
    const upper = limitOf(rest, sign, { axis, side: -1 });
    const node = readOperator(sign, { lower, upper }, parse);
    if (!node) return undefined;
    const used = new Set([sign, ...lower, ...upper]);
    // what it runs over is no part of its width: the sign alone stands in the line
    const item = { ...itemAround([...used], node, undefined), size: sign.size };
    rest = [...rest.filter((other) => !used.has(other)), item];
  }
  return namesWithLimits(rest, line, parse);
}

interface Limits {
  readonly lower: readonly Item[];
  readonly upper: readonly Item[];
}

function readOperator(sign: Item, { lower, upper }: Limits, parse: Parse): FormulaNode | undefined {
  const below = parseSome(lower, parse);
  const above = parseSome(upper, parse);
  if (!below || !above) return undefined;
  const stacked = [lower, upper].every((limit) => limit.length === 0 || isCentred(limit, sign));
  return {
    kind: 'operator',
    sign: sign.glyph!.text,
    ...(below.length > 0 && { lower: below }),
    ...(above.length > 0 && { upper: above }),
    stacked: stacked && lower.length + upper.length > 0,
    content: [],
  };
}

function parseSome(items: readonly Item[], parse: Parse): Formula | undefined {
  return items.length === 0 ? [] : parse(items);
}

/** The small items below (`side` 1) or above (-1) a sign, in the middle or at its side. */
function limitOf(
  items: readonly Item[],
  sign: Item,
  { axis, side }: { readonly axis: number; readonly side: 1 | -1 },
): readonly Item[] {
  const small = items.filter((item) => item !== sign && item.size < LIMIT_SIZE * sign.size);
  const beyond = (distance: number): readonly (readonly Item[])[] =>
    chunksOf(
      small.filter((item) => (visualMiddle(item) - axis) * side > distance * sign.size),
      LIMIT_GAP,
    );
  const centred = beyond(LIMIT_DISTANCE).find((chunk) => isCentred(chunk, sign));
  if (centred) return centred;
  const reach = (isIntegral(sign.glyph!.text) ? BESIDE : 0.2) * sign.size;
  return beyond(SIDE_DISTANCE).find(([first]) => first!.x0 > sign.x0 && first!.x0 < sign.x1 + reach) ?? [];
}

function isCentred(limit: readonly Item[], sign: Item): boolean {
  return Math.abs(middleX(unionOf(limit)!) - middleX(sign)) < CENTRED * sign.size;
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
