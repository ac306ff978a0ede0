import { difference, type Difference, type DifferencePlace } from '../../contract/differences.ts';
import { columnLetters } from './cell-names.ts';
import { COMPUTED, HIDDEN, isDateKind, KIND, kindOfCode, SHOWN, shownOfCode } from './cell-kinds.ts';
import { WRITTEN_NUMBER, WHOLE_ROW } from './grid.ts';
import { daysOfClock, daysOfIso } from './model.ts';
import { alignRows } from '../records/align-rows.ts';
import { canonicalText } from '../records/canonical.ts';
import { isNumberText } from '../records/csv/reader.ts';
import type { GridRows } from './grid-rows.ts';

/** What may be expected of a pair of sheets. */
export interface GridExpectation {
  /** Both formats have types of cells. */
  readonly types: boolean;
  /** Both hold formulas, and the path keeps them. */
  readonly formulas: boolean;
  /** The path keeps how numbers are shown, and what is hidden. */
  readonly style: boolean;
  /** The source stores no control characters of what its formulas give: computed again, texts have them. */
  readonly plainResults?: boolean;
}

/** The result of a formula that is different: whether it may be, other cells decide. */
export interface ComputedDifference {
  readonly row: number;
  readonly column: number;
  readonly formula: string | undefined;
  readonly difference: Difference;
}

/** Differences of the cells of two sheets; `computed` takes those of the results of formulas. */
export function* diffGrids(
  expected: GridRows,
  found: GridRows,
  about: { readonly place: DifferencePlace; readonly keeps: GridExpectation; readonly computed: ComputedDifference[] },
): Generator<Difference> {
  const isExcerpt = expected.grid.excerpt === true || found.grid.excerpt === true;
  const hidden = { count: 0 };
  let shift = 0;
  for (const { expected: row, found: other } of alignRows(expected, found)) {
    if (about.computed.length > MAX_GATHERED) return;
    if (row === undefined) {
      if (isExcerpt) return;
      yield difference(
        'row_added',
        { ...about.place, row: found.indexOf(other) + 1 },
        { found: rowText(found, other) },
      );
    } else if (other === undefined) {
      if (isExcerpt) return;
      yield difference(
        'row_missing',
        { ...about.place, row: expected.indexOf(row) + 1 },
        { expected: rowText(expected, row) },
      );
    } else {
      const distance = found.indexOf(other) - expected.indexOf(row);
      if (distance !== shift && !isText(expected, found)) {
        const [before, after] = [expected.indexOf(row) + 1, found.indexOf(other) + 1];
        yield difference('row_moved', { ...about.place, row: before }, { expected: before, found: after });
      }
      shift = distance;
      yield* diffRows(expected, found, [row, other], { ...about, hidden });
    }
  }
}

/** Results of formulas that are gathered: a sheet with more of them that differ is wrong. */
const MAX_GATHERED = 2000;

interface RowsContext {
  readonly place: DifferencePlace;
  readonly keeps: GridExpectation;
  readonly computed: ComputedDifference[];
  /** Differences of visibility are told for the first cells alone: they are those of whole rows or columns. */
  readonly hidden: { count: number };
}

const MAX_HIDDEN_TOLD = 3;

function* diffRows(
  expected: GridRows,
  found: GridRows,
  [row, other]: readonly [number, number],
  context: RowsContext,
): Generator<Difference> {
  if (!expected.isWhole(row) || !found.isWhole(other)) {
    if (expected.hashOf(row) === found.hashOf(other)) return;
    yield difference('row_changed', { ...context.place, row: expected.indexOf(row) + 1 });
    return;
  }
  const [a, b] = [expected.grid, found.grid];
  let [i, j] = [a.starts[row]!, b.starts[other]!];
  const [endOfI, endOfJ] = [a.starts[row + 1]!, b.starts[other + 1]!];
  while (i < endOfI || j < endOfJ) {
    const left = i < endOfI ? a.columns[i]! : WHOLE_ROW;
    const right = j < endOfJ ? b.columns[j]! : WHOLE_ROW;
    const place = { ...context.place, cell: `${columnLetters(Math.min(left, right))}${expected.indexOf(row) + 1}` };
    if (left < right)
      yield* missingCell(expected, i++, { ...context, place, row: expected.indexOf(row), column: left });
    else if (right < left) yield* addedCell(found, j++, place);
    else yield* diffCells(expected, found, [i++, j++], { ...context, place, row: expected.indexOf(row), column: left });
  }
}

interface CellContext extends RowsContext {
  readonly row: number;
  readonly column: number;
}

function* missingCell(expected: GridRows, cell: number, context: CellContext): Generator<Difference> {
  const text = expected.textOf(cell);
  const found = difference('cell_missing', context.place, { expected: text });
  if ((expected.grid.kinds[cell]! & COMPUTED) === 0) yield found;
  else gather(context, expected, cell, found);
}

function* addedCell(found: GridRows, cell: number, place: DifferencePlace): Generator<Difference> {
  const isComputed = (found.grid.kinds[cell]! & COMPUTED) !== 0;
  const about = { found: found.textOf(cell), ...(isComputed && { severity: 'tell' as const }) };
  yield difference('cell_added', place, about);
}

function gather({ row, column, computed }: CellContext, rows: GridRows, cell: number, difference: Difference): void {
  computed.push({ row, column, formula: rows.formulaText(rows.formulaOf(cell)), difference });
}

function* diffCells(
  expected: GridRows,
  found: GridRows,
  [i, j]: readonly [number, number],
  context: CellContext,
): Generator<Difference> {
  const [before, after] = [expected.grid.kinds[i]!, found.grid.kinds[j]!];
  const { place, keeps, hidden } = context;
  const texts = { expected: expected.textOf(i), found: found.textOf(j) };
  const isSame = expected.grid.values[i] === found.grid.values[j] || isSameValue(texts, [before, after]);
  if (!isSame) {
    yield* changedCell(expected, found, [i, j], { ...context, texts });
    // What it is computed by is compared, whatever the reason of its value.
    if (keeps.formulas && (before & after & COMPUTED) !== 0) yield* diffFormulas(expected, found, [i, j], place);
    return;
  }
  if (kindOfCode(before) === KIND.untyped && kindOfCode(after) === KIND.untyped) yield* diffWritten(texts, place);
  if (kindOfCode(before) === KIND.untyped && kindOfCode(after) === KIND.text && isNumber(texts))
    yield difference('cell_type', place, { expected: 'number', found: 'text', severity: 'tell' });
  if (keeps.types) yield* diffKinds([before, after], place);
  if ((before & HIDDEN) !== (after & HIDDEN) && ++hidden.count <= MAX_HIDDEN_TOLD) {
    // What cannot be seen any more is lost, whatever the path keeps.
    const isLost = keeps.style || (after & HIDDEN) !== 0;
    yield difference('cell_visibility', place, isLost ? {} : { severity: 'tell' });
  }
  if (keeps.formulas && (before & COMPUTED) !== 0) yield* diffFormulas(expected, found, [i, j], place);
}

/** Digits that every workbook keeps of a number; one with more of them may be a text there. */
const EXACT_DIGITS = 15;

/** A text that no program takes for anything but a number: not `007` or `1e5`. */
function isNumber({ expected }: Texts): boolean {
  return expected !== undefined && expected.length <= EXACT_DIGITS && isNumberText(expected);
}

/** Texts keep a number as it is written: with all digits, which no program rounds here, and the zeros at its end. */
function* diffWritten({ expected, found }: Texts, place: DifferencePlace): Generator<Difference> {
  if (expected === undefined || found === undefined || expected === found) return;
  const [before, after] = [expected.trim(), found.trim()];
  if (before === after || !WRITTEN_NUMBER.test(before) || !WRITTEN_NUMBER.test(after)) return;
  if (canonicalText(before) !== canonicalText(after)) yield difference('cell_changed', place, { expected, found });
  else yield difference('number_format', place, { expected, found, severity: 'tell' });
}

const CONTROLS = /\p{Cc}/gu;

function* changedCell(
  expected: GridRows,
  found: GridRows,
  [i, j]: readonly [number, number],
  { place, keeps, computed, row, column, texts }: CellContext & { readonly texts: Texts },
): Generator<Difference> {
  const [before, after] = [expected.grid.kinds[i]!, found.grid.kinds[j]!];
  if (keeps.types && isDateKind(before) !== isDateKind(after) && !hasText(before, after)) {
    yield difference('number_format', place, texts);
    return;
  }
  // LibreOffice stores no text that a formula gives in its files of Excel 97, but the number 0.
  const isUnstored = texts.expected === '0' && kindOfCode(before) === KIND.number && kindOfCode(after) === KIND.text;
  const isBroken = keeps.plainResults === true && texts.found?.replace(CONTROLS, '') === texts.expected;
  const severity = (isUnstored || isBroken) && (before & after & COMPUTED) !== 0 ? 'tell' : 'refuse';
  const changed = difference('cell_changed', place, { ...texts, severity });
  if ((before & after & COMPUTED) === 0) {
    yield changed;
    return;
  }
  const formula = expected.formulaText(expected.formulaOf(i)) ?? found.formulaText(found.formulaOf(j));
  computed.push({ row, column, formula, difference: changed });
}

function hasText(...codes: readonly number[]): boolean {
  return codes.some((code) => kindOfCode(code) === KIND.text);
}

function* diffKinds([before, after]: readonly [number, number], place: DifferencePlace): Generator<Difference> {
  const [expected, found] = [kindOfCode(before), kindOfCode(after)];
  if (expected === KIND.untyped || found === KIND.untyped) return;
  const [wasText, isText] = [expected === KIND.text, found === KIND.text];
  const isError = expected === KIND.error || found === KIND.error;
  if (wasText !== isText && !isError) {
    const names = { expected: wasText ? 'text' : 'number', found: isText ? 'text' : 'number' };
    const isBoolean = expected === KIND.boolean || found === KIND.boolean;
    const isFree = isBoolean || (before & after & COMPUTED) !== 0;
    yield difference('cell_type', place, { ...names, ...(isFree && { severity: 'tell' as const }) });
    return;
  }
  const [shown, shownNow] = [shownOfCode(before), shownOfCode(after)];
  if (expected !== KIND.number || found !== KIND.number) return;
  if (shown === SHOWN.unknown || shownNow === SHOWN.unknown || shown === shownNow) return;
  yield difference('number_format', place, { severity: 'tell' });
}

function* diffFormulas(
  expected: GridRows,
  found: GridRows,
  [i, j]: readonly [number, number],
  place: DifferencePlace,
): Generator<Difference> {
  const [formula, other] = [expected.formulaOf(i), found.formulaOf(j)];
  const texts = { expected: expected.formulaText(formula), found: found.formulaText(other) };
  // The other cells of an array have its results.
  if ((found.grid.kinds[j]! & COMPUTED) === 0)
    yield difference('formula_replaced', place, { ...texts, severity: 'tell' });
  if (formula === undefined || other === undefined) return;
  const operands = expected.grid.formulas!.operands[formula]!;
  const operandsNow = found.grid.formulas!.operands[other]!;
  if (operands !== 0 && operandsNow !== 0 && operands !== operandsNow)
    yield difference('formula_changed', place, texts);
}

interface Texts {
  readonly expected: string | undefined;
  readonly found: string | undefined;
}

/** Share by which the results of one formula may differ in two programs. */
const COMPUTED_TOLERANCE = 1e-9;
/** A result that is nothing but the rounding of one that is 0. */
const NOTHING = 1e-11;

/** Booleans are numbers in some formats; results that were computed again are rounded otherwise. */
function isSameValue({ expected, found }: Texts, codes: readonly [number, number]): boolean {
  if (expected === undefined || found === undefined) return false;
  if (codes.some((code) => kindOfCode(code) === KIND.boolean)) return truth(expected) === truth(found);
  const [day, other] = [daysOf(expected), daysOf(found)];
  if (codes.every(isDateKind) && day !== undefined && other !== undefined) return Math.abs(day - other) < A_SECOND;
  if (isBeyondCalendar(expected, day === undefined ? other : day) || isBeyondCalendar(found, day)) return true;
  if (codes.every((code) => (code & COMPUTED) === 0)) return false;
  const [a, b] = [Number(expected), Number(found)];
  return Math.abs(a - b) <= Math.max(NOTHING, COMPUTED_TOLERANCE * Math.max(Math.abs(a), Math.abs(b)));
}

/** In days: formats round times to it. */
const A_SECOND = 1.001 / 86_400;

/** A moment, or a time that may have more hours than a day. */
function daysOf(text: string): number | undefined {
  return daysOfClock(text) ?? daysOfIso(text);
}

/** What no calendar reaches is a number to us, and a date to others. */
const LAST_DAY = 2_958_466;

function isBeyondCalendar(text: string, days: number | undefined): boolean {
  const value = Number(text);
  if (days === undefined || Number.isNaN(value) || (value >= 0 && value < LAST_DAY)) return false;
  return Math.abs(value - days) < A_SECOND;
}

function truth(text: string): string {
  if (/^true$/i.test(text)) return '1';
  return /^false$/i.test(text) ? '0' : text;
}

/** Blank lines are no rows of a table of text. */
function isText(...grids: readonly GridRows[]): boolean {
  return grids.every(({ grid }) => grid.kinds.length > 0 && grid.kinds[0] === KIND.untyped);
}

function rowText(rows: GridRows, row: number): string | undefined {
  const [start, end] = [rows.grid.starts[row]!, rows.grid.starts[row + 1]!];
  const texts = Array.from({ length: Math.min(end - start, 8) }, (_, index) => rows.textOf(start + index));
  return texts.includes(undefined) ? undefined : texts.join(' | ');
}
