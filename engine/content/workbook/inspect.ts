import type { InspectRequest, RunContext } from '../../contract/codec.ts';
import type { Feature } from '../../formats/features.ts';
import { columnLetters, isInRanges, rangeName } from './cell-names.ts';
import { formatNumber } from './number-format.ts';
import { plainText, type Cell, type CellKind, type Sheet, type SheetExtras, type Workbook } from './model.ts';
import { extendColumnNames, uniqueColumnNames } from '../records/table-columns.ts';
import type { SheetFacts, SheetPartsFacts, ValueType } from '../../contract/facts.ts';
import type { RecordCell } from '../records/canonical.ts';
import { createRecordObserver, QUICK_VALUES } from '../records/inspect.ts';
import { GridBuilder } from './grid.ts';
import { KeptImages } from './kept-images.ts';
import { Content } from '../document/text-content.ts';
import type { FactsOf } from '../document/facts-of.ts';

const ROWS_BETWEEN_SIGNALS = 256;

/**
 * The facts of a workbook: each sheet as a table and as values, and the text that its printed pages show. A quick inspection
 * stops after so many values, and says so. `isPlain` is asked of large workbooks that show nothing but their values.
 */
export function workbookFacts(
  workbook: Workbook,
  request: InspectRequest,
  context: RunContext,
  { isPlain = () => false }: { readonly isPlain?: () => boolean } = {},
): FactsOf {
  const content = new Content(context.limits.verifiedTextChars);
  const images = new KeptImages(workbook);
  const mostValues = request.effort === 'full' ? Infinity : QUICK_VALUES;
  const sheets = workbook.sheets.map((sheet) => sheetFacts(sheet, content, { mostValues, context, workbook, images }));
  content.hasMetadata = workbook.hasMetadata;
  content.figures = Math.max(content.figures, workbook.unreadImages ?? 0);
  const formulas = sheets.reduce((sum, sheet) => sum + (sheet.formulas ?? 0), 0);
  const withValues = sheets.filter(({ values }) => values > 0);
  const [only] = withValues;
  const features = featuresOf(content, { values: only?.values ?? 0, sheets: sheets.length, formulas });
  // Only LibreOffice opens what has a password.
  const isBare = request.password === undefined && content.figures === 0 && isPlain();
  return {
    depth: 'content',
    features: isBare ? features.filter((feature) => feature !== 'look') : features,
    ...(isBare ? { plainSheets: true } : {}),
    ...(workbook.hasMacros ? { macros: true } : {}),
    document: content.document({ hasPages: false }),
    sheets,
    ...(workbook.definedNames ? { definedNames: workbook.definedNames.slice(0, MAX_PARTS) } : {}),
    ...(withValues.length === 1 && only?.records ? { records: only.records } : {}),
  };
}

interface SheetInspection {
  readonly mostValues: number;
  readonly context: RunContext;
  readonly workbook: Workbook;
  readonly images: KeptImages;
}

function sheetFacts(sheet: Sheet, content: Content, inspection: SheetInspection): SheetFacts {
  const { mostValues, context } = inspection;
  const observer = createRecordObserver();
  const grid = new GridBuilder();
  const beside = new BesideCells();
  content.startPage();
  let names: string[] | undefined;
  let [values, formulas, rows, isWhole] = [0, 0, 0, true];
  const extras = sheet.read(({ index, cells }) => {
    if (++rows % ROWS_BETWEEN_SIGNALS === 0) context.signal.throwIfAborted();
    if (values > mostValues) {
      isWhole = false;
      content.stop();
      return 'stop';
    }
    grid.startRow(index);
    const texts: string[] = [];
    for (const cell of cells) {
      const text = plainText(cell);
      texts.push(text);
      const shown = shownText(cell);
      grid.addCell(cell, index, { text, shown: isShownKnown(cell) ? shown : undefined });
      beside.add(cell, index);
      values++;
      if (cell.link) content.links++;
      if (cell.isComputed) formulas++;
      const isPrinted = !sheet.isHidden && !cell.isHidden;
      const isInArea = sheet.printed === undefined || isInRanges(index, cell.column, sheet.printed);
      content.append(`${shown}\t`, isPrinted && isInArea ? 'body' : 'unshown');
    }
    content.append('\n');
    if (names === undefined) {
      names = uniqueColumnNames(textsOf(cells));
      observer.addColumns(names);
      return;
    }
    const width = (cells.at(-1)?.column ?? 0) + 1;
    const used = width > names.length ? extendColumnNames(names, width) : names;
    observer.addRow(cells.map((cell, at): RecordCell => [used[cell.column]!, texts[at]!, TYPES[cell.kind]]));
  });
  const unread = extras.unreadImages ?? 0;
  content.figures += extras.images.length + unread;
  content.shapes += extras.charts.length;
  content.links += extras.links.size;
  // Where on the sheet they are is not asked: of one that prints only a part, none is expected on its pages.
  const isWholePrinted = !sheet.isHidden && sheet.printed === undefined;
  content.unshownFigures += extras.images.filter(({ isHidden }) => isHidden || !isWholePrinted).length;
  if (!isWholePrinted) content.unshownFigures += unread;
  if (!isWholePrinted) content.unshownLinks += extras.links.size;
  const records = { ...observer.facts(), ...(isWhole ? {} : { digest: '', excerpt: true as const }) };
  return {
    name: sheet.name,
    ...(sheet.isHidden ? { hidden: true } : {}),
    values,
    ...(extras.pivots > 0 ? { pivots: extras.pivots } : {}),
    ...(isWhole ? { formulas } : {}),
    grid: grid.facts(isWhole),
    parts: partsOf(extras, beside, inspection),
    records,
  };
}

const TYPES = {
  number: 'number',
  date: 'date',
  time: 'date',
  text: 'text',
  boolean: 'boolean',
  error: 'text',
} as const satisfies Record<CellKind, ValueType>;

/** Notes and links of one sheet, and merged ranges, that are kept to be compared. */
const MAX_PARTS = 10_000;

/** What readers tell with the cells and not beside them. */
class BesideCells {
  readonly notes = new Map<string, string>();
  readonly links = new Map<string, string>();

  add({ column, note, link }: Cell, row: number): void {
    if (note !== undefined) this.notes.set(`${columnLetters(column)}${row + 1}`, note);
    if (link !== undefined) this.links.set(`${columnLetters(column)}${row + 1}`, link);
  }
}

function partsOf(
  extras: SheetExtras,
  beside: BesideCells,
  { workbook, images }: Pick<SheetInspection, 'workbook' | 'images'>,
): SheetPartsFacts {
  const links = new Map(beside.links);
  for (const [place, address] of extras.links) {
    const [row, column] = place.split(',').map(Number) as [number, number];
    if (address !== '') links.set(`${columnLetters(column)}${row + 1}`, address);
  }
  const notes = extras.notes ?? (beside.notes.size > 0 ? beside.notes : undefined);
  const tellsImages = workbook.readImage !== undefined || extras.unreadImages !== undefined;
  return {
    merged: extras.merged.slice(0, MAX_PARTS).map(rangeName),
    links: Object.fromEntries([...links].slice(0, MAX_PARTS)),
    ...(notes ? { notes: Object.fromEntries([...notes].slice(0, MAX_PARTS)) } : {}),
    ...(workbook.readChart ? { charts: extras.charts.length } : {}),
    ...(tellsImages ? { images: extras.images.length + (extras.unreadImages ?? 0) } : {}),
    ...(workbook.readImage ? { keptImages: images.of(extras.images.slice(0, MAX_PARTS)) } : {}),
    ...(extras.validations === undefined ? {} : { validations: extras.validations }),
  };
}

function textsOf(cells: readonly Cell[]): string[] {
  const texts: string[] = [];
  for (const cell of cells) {
    while (texts.length < cell.column) texts.push('');
    texts[cell.column] = plainText(cell);
  }
  return texts;
}

function isShownKnown({ shown, format }: Cell): boolean {
  return shown !== undefined || format !== undefined;
}

function shownText(cell: Cell): string {
  if (cell.shown !== undefined) return cell.shown;
  if (cell.kind === 'number' && cell.format) return formatNumber(cell.value as number, cell.format);
  return cell.kind === 'text' || cell.kind === 'number' ? plainText(cell) : '';
}

interface Counts {
  readonly values: number;
  readonly sheets: number;
  readonly formulas: number;
}

function featuresOf(content: Content, { values, sheets, formulas }: Counts): Feature[] {
  const features: Feature[] = ['look'];
  if (values > 0) features.push('records');
  if (values > 0) features.push('structure');
  // A sheet is a page: the others are lost where only one is taken.
  if (sheets > 1) features.push('pages');
  if (formulas > 0) features.push('formulas');
  if (content.figures > 0) features.push('figures');
  if (content.hasMetadata) features.push('metadata');
  return features;
}
