import { overlapX, widthOf } from '../../../content/pages/geometry.ts';
import { UNKNOWN_GLYPH } from '../../../content/pages/model.ts';
import { closes, closingOf, isBar, isBracket, opens } from '../../../content/pages/formulas/brackets.ts';
import { type Formula, type FormulaNode, isStructure } from '../../../content/pages/formulas/formula.ts';
import { axisAt, type Item, mainBaseline, SCRIPT_SIZE, sizeOfLine, visualMiddle } from './items.ts';
import { hasLetters, isRadical, isRelation, letterOf } from '../../../content/pages/formulas/symbols.ts';
import { ROW } from '../thresholds/formulas.ts';

const { OFF_LINE, BRACKET_OFF_LINE, MAX_OVERLAP, WORD_GAP, WIDE_GAP } = ROW;

type Parse = (items: readonly Item[]) => Formula | undefined;

/** What an operator does not reach beyond. */
const END_OF_CONTENT = /^[=<>≤≥≠≈≡∈→⇒,;+\-−±)\]}]/;

/** Items of one line with their scripts. Undefined when something is neither. */
export function readRow(items: readonly Item[], parse: Parse): Formula | undefined {
  const baseline = mainBaseline(items);
  const size = sizeOfLine(items);
  const sorted = items.toSorted((a, b) => a.x0 - b.x0);
  const nodes: FormulaNode[] = [];
  let last: Item | undefined;
  for (let index = 0; index < sorted.length; index++) {
    const item = sorted[index]!;
    if (!isOnLine(item, baseline, size) || standsOver(item, last)) return undefined;
    const next = sorted.findIndex((other, at) => at > index && isOnLineOrLarge(other, baseline, size));
    const scripts = sorted.slice(index + 1, next < 0 ? sorted.length : next);
    const node = scripts.length > 0 ? withScripts(item, scripts, { baseline, size, parse }) : nodeOf(item);
    if (!node) return undefined;
    addNode(nodes, node, last ? gapBetween(last, item) : '');
    last = scripts.length > 0 ? { ...item, x1: Math.max(item.x1, ...scripts.map(({ x1 }) => x1)) } : item;
    index += scripts.length;
  }
  return withContents(withFences(nodes));
}

function isOnLine(item: Item, baseline: number | undefined, size: number): boolean {
  if (item.baseline === undefined || baseline === undefined) return true;
  if (item.size < SCRIPT_SIZE * size && !item.node) return false;
  const tolerance = isBracket(item.glyph?.text ?? '') ? BRACKET_OFF_LINE : OFF_LINE;
  return Math.abs(item.baseline - baseline) < tolerance * size;
}

/** What is as large as the line is no script of it. */
function isOnLineOrLarge(item: Item, baseline: number | undefined, size: number): boolean {
  return item.size >= SCRIPT_SIZE * size || isOnLine(item, baseline, size);
}

/** An accent, or one row of several. */
function standsOver(item: Item, last: Item | undefined): boolean {
  if (!last || item.node?.kind === 'operator' || last.node?.kind === 'operator') return false;
  return overlapX(item, last) > MAX_OVERLAP * Math.min(widthOf(item), widthOf(last));
}

function nodeOf(item: Item): FormulaNode | undefined {
  if (item.node) return item.node;
  // a radical symbol without its bar was not understood
  if (!item.glyph || isRadical(item.glyph.text) || item.glyph.text === UNKNOWN_GLYPH) return undefined;
  return { kind: 'text', ...letterOf(item.glyph) };
}

interface Line {
  readonly baseline: number | undefined;
  readonly size: number;
  readonly parse: Parse;
}

function withScripts(item: Item, scripts: readonly Item[], { baseline, size, parse }: Line): FormulaNode | undefined {
  const base = nodeOf(item);
  if (!base || baseline === undefined) return undefined;
  const axis = axisAt(baseline, size);
  const raised = scripts.filter((script) => visualMiddle(script) < axis);
  const lowered = scripts.filter((script) => visualMiddle(script) >= axis);
  const upper = raised.length > 0 ? parse(raised) : [];
  const lower = lowered.length > 0 ? parse(lowered) : [];
  if (!upper || !lower) return undefined;
  return {
    kind: 'scripts',
    base: [base],
    ...(lower.length > 0 && { lower }),
    ...(upper.length > 0 && { upper }),
  };
}

/** The space that a gap stands for: words have spaces, letters of formulas have gaps that Word makes itself. */
function gapBetween(last: Item, item: Item): string {
  const gap = (item.x0 - last.x1) / item.size;
  if (gap > WIDE_GAP) return '\u2003';
  const areWords = [last, item].every(({ glyph }) => glyph && /[\p{L}\p{N}.,]/u.test(glyph.text));
  return areWords && gap > WORD_GAP ? ' ' : '';
}

function addNode(nodes: FormulaNode[], node: FormulaNode, gap: string): void {
  const last = nodes.at(-1);
  if (last?.kind !== 'text' || node.kind !== 'text') {
    if (gap !== '' && node.kind === 'text') nodes.push({ ...node, text: gap + node.text });
    else if (gap !== '') nodes.push({ kind: 'text', text: gap, style: 'plain' }, node);
    else nodes.push(node);
    return;
  }
  const standAlone = [last.text, node.text].some((text) => isBracket(text) || END_OF_CONTENT.test(text));
  if ((last.style === node.style || !hasLetters(node.text)) && !standAlone)
    nodes[nodes.length - 1] = { ...last, text: last.text + gap + node.text };
  else nodes.push({ ...node, text: gap + node.text });
}

/**
 * Brackets that are raised to a power, or grow with something higher than a letter, and bars around a value; others are
 * letters like the rest.
 */
function withFences(nodes: readonly FormulaNode[]): readonly FormulaNode[] {
  const result: FormulaNode[] = [];
  let opened: readonly number[] = [];
  for (const node of nodes) {
    const bracket = bracketOf(node);
    const openAt = (start: number): string => bracketOf(result[start]!)!;
    const depth = bracket === undefined ? -1 : opened.findLastIndex((start) => isPair(openAt(start), bracket));
    // a bar between brackets is no fence
    if (depth >= 0 && opened.slice(depth + 1).every((start) => isBar(openAt(start)))) {
      const start = opened[depth]!;
      opened = opened.slice(0, depth);
      const content = result.slice(start + 1);
      if (growsAround(content, node, bracket!)) {
        const fence: FormulaNode = {
          kind: 'fence',
          open: openAt(start),
          close: bracket!,
          content: withContents(content),
        };
        result.length = start;
        result.push(node.kind === 'scripts' ? { ...node, base: [fence] } : fence);
        continue;
      }
    } else if (node.kind === 'text' && bracket !== undefined && !closes(bracket)) opened = [...opened, result.length];
    result.push(node);
  }
  return result;
}

function isPair(open: string, bracket: string): boolean {
  return closingOf(open) === bracket || (isBar(bracket) && open === bracket);
}

function growsAround(content: readonly FormulaNode[], end: FormulaNode, bracket: string): boolean {
  const isRelated = content.some((node) => node.kind === 'text' && isRelation(node.text.trim()));
  if (isBar(bracket)) return content.length > 0 && !isRelated;
  return end.kind === 'scripts' || content.some(isStructure);
}

/** The bracket that a node is, or carries its scripts. */
function bracketOf(node: FormulaNode): string | undefined {
  const base = node.kind === 'scripts' ? node.base[0]! : node;
  const text = base.kind === 'text' ? base.text.trim() : '';
  return isBracket(text) ? text : undefined;
}

/** Sums and integrals take what follows them up to the next relation. */
function withContents(nodes: readonly FormulaNode[]): Formula {
  const result: FormulaNode[] = [];
  for (const node of nodes.toReversed()) {
    if (node.kind !== 'operator' || node.content.length > 0) {
      result.unshift(node);
      continue;
    }
    const content = result.splice(0, endOfContent(result));
    result.unshift({ ...node, content });
  }
  return result;
}

/** Index of the first relation, or bracket that was not opened, among nodes. */
function endOfContent(nodes: readonly FormulaNode[]): number {
  let depth = 0;
  const end = nodes.findIndex((node) => {
    const bracket = bracketOf(node);
    if (bracket !== undefined && opens(bracket)) depth++;
    else if (depth > 0 && bracket !== undefined && closes(bracket)) depth--;
    else if (depth === 0) return node.kind === 'text' && END_OF_CONTENT.test(node.text.trim());
    return false;
  });
  return end < 0 ? nodes.length : end;
}
