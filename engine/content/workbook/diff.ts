import { difference, type Difference } from '../../contract/differences.ts';
import type { Facts, GridFacts, SheetFacts } from '../../contract/facts.ts';
import type { Diff, Expectation } from '../../contract/report.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import { diffRecordFacts } from '../records/diff.ts';
import { tablesOfFiles } from '../records/table-files.ts';
import { BlankRows } from './blank-rows.ts';
import { HIDDEN, isDateKind, KIND, kindOfCode, SHOWN, shownOfCode } from './cell-kinds.ts';
import { judgeComputed } from './diff-computed.ts';
import { diffGrids, type ComputedDifference } from './diff-grid.ts';
import { diffParts } from './diff-parts.ts';
import { GridRows } from './grid-rows.ts';

/** Differences of one pair of sheets that are listed: what has more of them is wrong in any case. */
const MAX_DIFFERENCES = 200;
/** Results of formulas whose reasons are looked for. */
const MAX_COMPUTED = 500;

/**
 * Aligns workbooks sheet by sheet and cell by cell. Tables in delimited text are the cells of one sheet; of formats that
 * name their columns, the rows of a sheet are records.
 */
export const diffWorkbooks: Diff = function* (source, outputs, expectation) {
  if (!expectation.kept.includes('records')) return;
  if (outputs.length === 1 && isWorkbook(outputs[0]!)) yield* diffVisibility(source, outputs[0]!);
  const expected = sheetsOf(source);
  if (!expected) return;
  if (FORMATLESS.has(source.format)) yield* diffUnreadFormats(expected);
  if (outputs.length === 1 && isWorkbook(outputs[0]!)) yield* diffBooks(source, outputs[0]!, expectation);
  else if (!isOneFile(source, outputs, expectation)) yield* diffTables(expected, outputs, expectation);
};

/**
 * Formats of which the library reads the values, and of some programs not how they are shown. Their programs stored no
 * line breaks of texts.
 */
const FORMATLESS: ReadonlySet<FormatId> = new Set<FormatId>(['wk1', 'wk3', 'wk4', 'wq1']);

function* diffUnreadFormats(sheets: readonly SheetFacts[]): Generator<Difference> {
  for (const sheet of sheets) {
    const kinds = sheet.grid?.kinds ?? new Uint8Array();
    const numbers = kinds.filter((code) => kindOfCode(code) === KIND.number);
    if (numbers.length > 0 && numbers.length === kinds.filter(isPlainNumber).length && !kinds.some(isDateKind))
      yield difference('formats_unread', { sheet: nameOf(sheet, sheets) });
  }
}

function isPlainNumber(code: number): boolean {
  return kindOfCode(code) === KIND.number && shownOfCode(code) === SHOWN.unknown;
}

/** All tables are in the one file, and are compared as records. */
function isOneFile({ records }: Facts, outputs: readonly Facts[], { gives }: Expectation): boolean {
  return records !== undefined && gives === 'one' && outputs.length === 1 && !outputs[0]!.grid;
}

function isWorkbook({ format, sheets }: Facts): boolean {
  return sheets !== undefined && formatOf(format).many === 'sheets';
}

/** Delimited text is a sheet without a name. */
function sheetsOf({ sheets, grid, records }: Facts): readonly SheetFacts[] | undefined {
  return sheets ?? (grid && [{ values: records?.values ?? 0, grid, ...(records && { records }) }]);
}

/**
 * Objects side by side are a table each, or together the one row of a table that has them as columns: a path through a
 * tree takes them for tables where all of them have rows.
 */
function treeAsSheet(source: Facts, found: readonly SheetFacts[]): readonly SheetFacts[] | undefined {
  const { records, sheets } = source;
  const [only, ...others] = found;
  if (!records || !sheets || sheets.some(({ grid }) => grid) || !only?.records || others.length > 0) return undefined;
  const isTree = isSameList(records.columns, only.records.columns);
  return isTree ? [{ values: records.values, records }] : undefined;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

function* diffBooks(source: Facts, output: Facts, expectation: Expectation): Generator<Difference> {
  const found = output.sheets!.filter(isFilled);
  const expected = treeAsSheet(source, found) ?? sheetsOf(source)!.filter(isFilled);
  const pairs = alignSheets(expected, found);
  const computed: (ComputedDifference & { readonly sheet: string })[] = [];
  for (const { sheet, other } of pairs) {
    if (!other) yield difference('sheet_missing', { sheet: nameOf(sheet!, expected) });
    else if (!sheet) yield difference('sheet_added', { sheet: nameOf(other, found) });
    else {
      const place = { sheet: nameOf(sheet, expected) };
      if (!isRepeated(sheet, expected)) yield* diffNames(sheet, other, place.sheet);
      if (sheet.hidden !== other.hidden && isWorkbook(source) && [...expected, ...found].some(({ hidden }) => !hidden))
        yield difference('sheet_visibility', place, { expected: visibility(sheet), found: visibility(other) });
      const ofSheet: ComputedDifference[] = [];
      yield* limited(diffSheets(sheet, other, { source, output, expectation, place, computed: ofSheet }));
      for (const one of ofSheet.slice(0, MAX_COMPUTED)) computed.push({ ...one, sheet: String(place.sheet) });
    }
  }
  yield* judgeComputed(computed.slice(0, MAX_COMPUTED));
  if (isWorkbook(source)) yield* diffSheetOrder(source.sheets!, output.sheets!);
  yield* diffBlankSheets(source, output, expectation);
  yield* diffDefinedNames(source, output, expectation);
}

/** What others than workbooks say is shown. */
function* diffVisibility(source: Facts, { sheets = [] }: Facts): Generator<Difference> {
  if (isWorkbook(source)) return;
  for (const sheet of sheets) {
    const place = { sheet: nameOf(sheet, sheets) };
    if (sheet.hidden && isFilled(sheet))
      yield difference('sheet_visibility', place, { expected: 'shown', found: 'hidden' });
    else if (sheet.grid?.kinds.some((code) => (code & HIDDEN) !== 0)) yield difference('cell_visibility', place);
    if ((sheet.grid?.rows[0] ?? 0) > 0 && !source.grid)
      yield difference(
        'row_moved',
        { ...place, row: 1 },
        { expected: 1, found: sheet.grid!.rows[0]! + 1, severity: 'tell' },
      );
  }
}

/** Sheets by their names, those without values among them: the first that stands before one that it stood behind. */
function* diffSheetOrder(expected: readonly SheetFacts[], found: readonly SheetFacts[]): Generator<Difference> {
  const places = new Map(found.map(({ name }, index) => [name, index]));
  let last = -1;
  for (const [index, { name }] of expected.entries()) {
    const place = places.get(name);
    if (name === undefined || place === undefined) continue;
    if (place < last) {
      yield difference('sheet_order', { sheet: name }, { expected: index + 1, found: place + 1 });
      return;
    }
    last = place;
  }
}

/** Sheets without values, which may hold drawings: not every program keeps those that hold nothing. */
function* diffBlankSheets(source: Facts, output: Facts, { kept }: Expectation): Generator<Difference> {
  if (!isWorkbook(source)) return;
  const byName = new Map(output.sheets!.map((sheet) => [sheet.name, sheet]));
  for (const sheet of source.sheets ?? []) {
    if (isFilled(sheet) || isRepeated(sheet, source.sheets!)) continue;
    const place = { sheet: nameOf(sheet, source.sheets!) };
    const other = byName.get(sheet.name);
    if (!other && output.sheets!.length < source.sheets!.length)
      yield difference('sheet_missing', place, { severity: hasDrawings(sheet) ? 'refuse' : 'tell' });
    if (!other) continue;
    if (sheet.hidden !== other.hidden)
      yield difference('sheet_visibility', place, {
        ...{ expected: visibility(sheet), found: visibility(other) },
        severity: 'tell',
      });
    if (sheet.parts && other.parts)
      yield* diffParts(sheet.parts, other.parts, { place, isKept: kept.includes('look') });
  }
}

function hasDrawings({ parts = {} }: SheetFacts): boolean {
  return (parts.images ?? 0) + (parts.charts ?? 0) > 0;
}

interface SheetContext {
  readonly source: Facts;
  readonly output: Facts;
  readonly expectation: Expectation;
  readonly place: { readonly sheet: string | number };
  readonly computed: ComputedDifference[];
}

function* diffSheets(sheet: SheetFacts, other: SheetFacts, context: SheetContext): Generator<Difference> {
  const { source, output, expectation, place, computed } = context;
  const { kept } = expectation;
  // Every program lays out pivot tables in its own way.
  const isFree = Boolean(sheet.pivots) || Boolean(other.pivots);
  const grids = gridsOf(sheet, other, [source, output]);
  const keeps = {
    types: isWorkbook(source) && isWorkbook(output),
    formulas: kept.includes('formulas') && sheet.formulas !== undefined && other.formulas !== undefined,
    style: kept.includes('look'),
    plainResults: FORMATLESS.has(source.format),
  };
  const cells = grids
    ? diffGrids(new GridRows(grids[0]), new GridRows(grids[1]), { place, keeps, computed })
    : diffRecordFacts(sheet.records, other.records, { place, from: source.format, to: output.format });
  for (const found of cells) yield isFree ? { ...found, severity: 'tell' } : found;
  if (sheet.parts && other.parts) yield* diffParts(sheet.parts, other.parts, { place, isKept: keeps.style });
}

/** Tables of dBase have names of their own for columns, and are records. */
function gridsOf(
  sheet: SheetFacts,
  other: SheetFacts,
  [source, output]: readonly [Facts, Facts],
): readonly [GridFacts, GridFacts] | undefined {
  if (source.format === 'dbf' || output.format === 'dbf') return undefined;
  return sheet.grid && other.grid && [sheet.grid, other.grid];
}

/** Each sheet that has values, or those that were asked for, became a table of its own. */
function* diffTables(
  sheets: readonly SheetFacts[],
  outputs: readonly Facts[],
  expectation: Expectation,
): Generator<Difference> {
  // A list is compared by its entries.
  if (outputs.some(({ records, grid, sheets: tables, listing }) => listing || (!records && !grid && !tables))) return;
  const { from } = expectation;
  const expected = tablesOfFiles(sheets, expectation);
  if (expected.length !== outputs.length) {
    yield difference('result_incomplete', {}, { expected: expected.length, found: outputs.length });
    return;
  }
  for (const [index, sheet] of expected.entries()) {
    const output = outputs[index]!;
    const place = { sheet: nameOf(sheet, sheets) };
    const [other] = sheetsOf(output) ?? [];
    const grids = other && gridsOf(sheet, other, [{ ...output, format: from }, output]);
    const computed: ComputedDifference[] = [];
    const keeps = { types: false, formulas: false, style: false };
    yield* limited(
      grids
        ? diffGrids(new GridRows(asLines(grids[0])), new GridRows(grids[1]), { place, keeps, computed })
        : diffRecordFacts(sheet.records, output.records ?? other?.records, { place, from, to: output.format }),
    );
    for (const { difference: one } of computed.slice(0, MAX_COMPUTED)) yield one;
    yield* lostParts(sheet, place);
  }
}

/** The rows at the lines where they are in a table of text. */
function asLines(grid: GridFacts): GridFacts {
  const blank = new BlankRows();
  return { ...grid, rows: grid.rows.map((row) => blank.lineOf(row)) };
}

/** What no table of text holds. */
function* lostParts(
  { parts = {}, formulas = 0 }: SheetFacts,
  place: { readonly sheet: string | number },
): Generator<Difference> {
  const notes = Object.keys(parts.notes ?? {});
  const severity = 'tell';
  for (const cell of notes.slice(0, MAX_DIFFERENCES))
    yield difference('comment_missing', { ...place, cell }, { expected: parts.notes![cell]!, severity });
  if (parts.charts) yield difference('chart_missing', place, { expected: parts.charts, found: 0, severity });
  if (parts.images) yield difference('sheet_image_missing', place, { expected: parts.images, found: 0, severity });
  if (formulas > 0) yield difference('formula_replaced', place, { expected: formulas, found: 0, severity });
}

function isFilled({ values }: SheetFacts): boolean {
  return values > 0;
}

function nameOf(sheet: SheetFacts, sheets: readonly SheetFacts[]): string | number {
  return sheet.name ?? sheets.indexOf(sheet) + 1;
}

function visibility({ hidden }: SheetFacts): string {
  return hidden ? 'hidden' : 'shown';
}

interface SheetPair {
  readonly sheet?: SheetFacts;
  readonly other?: SheetFacts;
}

/** By their order where there are as many; else by their names. */
function alignSheets(expected: readonly SheetFacts[], found: readonly SheetFacts[]): SheetPair[] {
  if (expected.length === found.length) return expected.map((sheet, index) => ({ sheet, other: found[index]! }));
  const byName = new Map(found.map((sheet) => [sheet.name, sheet]));
  const missing = expected.map((sheet) => ({ sheet, other: byName.get(sheet.name) }));
  const names = new Set(expected.map(({ name }) => name));
  return [...missing, ...found.filter(({ name }) => !names.has(name)).map((other) => ({ other }))];
}

/** What some format cannot have in the name of a sheet, or only so much of it. */
const FREE_NAME = /^(?!['"\s])[^[\]:*?/\\]{1,31}(?<!['"\s])$/;

/** Names that differ in case alone are one name to most programs. */
function isRepeated({ name = '' }: SheetFacts, sheets: readonly SheetFacts[]): boolean {
  return sheets.filter((sheet) => sheet.name?.toLowerCase() === name.toLowerCase()).length > 1;
}

function* diffNames(sheet: SheetFacts, other: SheetFacts, place: string | number): Generator<Difference> {
  const [before, after] = [sheet.name?.trim(), other.name?.trim()];
  if (before === undefined || after === undefined || before === after || !FREE_NAME.test(before)) return;
  // A program sets a number behind a name that it uses otherwise.
  const severity = after.startsWith(before) ? 'tell' : 'refuse';
  yield difference('sheet_renamed', { sheet: place }, { expected: before, found: after, severity });
}

function* diffDefinedNames(source: Facts, output: Facts, { kept }: Expectation): Generator<Difference> {
  if (!kept.includes('formulas') || !source.definedNames || !output.definedNames) return;
  const found = new Set(output.definedNames.map((name) => name.toLowerCase()));
  for (const name of source.definedNames) {
    if (!found.has(name.toLowerCase())) yield difference('name_missing', {}, { expected: name });
  }
}

function* limited(differences: Iterable<Difference>): Generator<Difference> {
  let count = 0;
  for (const one of differences) {
    yield one;
    if (++count === MAX_DIFFERENCES) return;
  }
}
