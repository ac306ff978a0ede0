import { daysOfIso } from '../../workbook/model.ts';
import { childAt, descendants, type XmlNode } from '../../../io/xml-tree.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { CellValue } from './cell-text.ts';

/** A cell of a table of iWork '09 in its place. */
export interface PlacedCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  /** Name of its style. */
  readonly style?: string;
  readonly value?: CellValue;
  /** Text with styles of its own (`sf:so`, `sf:cell-storage`). */
  readonly storage?: XmlNode;
  /** As it was typed: `=SUM(A)`. */
  readonly formula?: string;
}

/** A table's cells, and how many columns and rows it has. */
interface Cells09 {
  readonly cells: readonly PlacedCell[];
  readonly columns: number;
  readonly rows: number;
}

/** Columns that the steps between cells count with. */
const STEP_COLUMNS = 256;
const SECONDS_PER_DAY = 86_400;
/** The first of January 2001, from which Apple counts, in days as workbooks count them. */
const START_OF_2001 = 36_892;

/** Reads the cells of an `sf:grid`. Throws `input_too_complex` for more than `maxCells`. */
export function readCells09(grid: XmlNode, maxCells: number): Cells09 {
  const columns = sizeOf(grid, 'numcols', childAt(grid, 'columns'));
  const rows = sizeOf(grid, 'numrows', childAt(grid, 'rows'));
  if (columns * rows > maxCells) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `A table has ${columns * rows} cells; at most ${maxCells} are allowed.`,
      details: { limit: 'values', allowed: maxCells, found: columns * rows },
    });
  }
  const choices = choicesIn(grid);
  const cells: PlacedCell[] = [];
  let [row, column] = [0, -1];
  for (const node of childAt(grid, 'datasource')?.children ?? []) {
    if (node.name === '#text') continue;
    const step = numberAt(node, 'ct');
    if (step === undefined) {
      column++;
      if (column === columns) [row, column] = [row + 1, 0];
    } else {
      // One number for both: 256 is a row down, so that 254 is a row down and two columns back.
      const from = Math.max(0, column) + step;
      [row, column] = [row + Math.floor(from / STEP_COLUMNS), from % STEP_COLUMNS];
    }
    if (column >= columns || row >= rows) break;
    // What another cell reaches over has a cell of its own too.
    if (node.name !== 'o' && node.name !== 's') cells.push(readCell(node, { row, column, choices }));
  }
  return { cells, columns, rows };
}

function sizeOf(grid: XmlNode, name: string, list: XmlNode | undefined): number {
  const size = numberAt(grid, name) ?? list?.children.filter((child) => child.name.startsWith('grid-')).length ?? 0;
  return Number.isInteger(size) && size > 0 ? Math.min(size, 1_048_576) : 0;
}

function numberAt(node: XmlNode, name: string): number | undefined {
  const text = node.attributes.get(name);
  const value = text === undefined || text === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** The choices of a table's menus by their ids: cells name the one that is chosen. */
type Choices = ReadonlyMap<string, XmlNode>;

function choicesIn(grid: XmlNode): Choices {
  const choices = [...descendants(grid, 'menu-choices')].flatMap((menu) => menu.children);
  return new Map(choices.map((choice) => [choice.attributes.get('ID') ?? '', choice]));
}

interface Place {
  readonly row: number;
  readonly column: number;
  readonly choices: Choices;
}

function readCell(node: XmlNode, { row, column, choices }: Place): PlacedCell {
  const style = node.attributes.get('s');
  const text = childAt(node, 'ct');
  const storage = childAt(text, 'so') ?? childAt(text, 'cell-storage');
  const value = valueOf(node, choices);
  const formula = node.name === 'f' ? childAt(node, 'fo')?.attributes.get('fs') : undefined;
  return {
    row,
    column,
    rowSpan: spanOf(node, 'row-span'),
    columnSpan: spanOf(node, 'col-span'),
    ...(style === undefined ? {} : { style }),
    ...(value === undefined ? {} : { value }),
    ...(storage === undefined ? {} : { storage }),
    ...(formula === undefined ? {} : { formula }),
  };
}

function spanOf(node: XmlNode, name: string): number {
  const span = numberAt(node, name) ?? 1;
  return Number.isInteger(span) && span > 0 && span < 10_000 ? span : 1;
}

/** Cells and results of formulas have the same kinds; those of results begin with `r`. */
function valueOf(node: XmlNode, choices: Choices): CellValue | undefined {
  switch (node.name) {
    case 't':
    case 'rt':
      return textOf(node);
    case 'n':
    case 'rn':
    case 'st':
    case 'sl': {
      const value = numberAt(node, 'v');
      return value === undefined ? undefined : { kind: 'number', value };
    }
    case 'cb':
    case 'rb':
      return { kind: 'boolean', value: /^(?:true|1)$/.test(node.attributes.get('v') ?? 'false') };
    case 'd':
    case 'rd': {
      const value = daysOf(node.attributes.get('cell-date') ?? '');
      return value === undefined ? undefined : { kind: 'date', value };
    }
    case 'du': {
      const seconds = numberAt(node, 'du');
      return seconds === undefined ? undefined : { kind: 'time', value: seconds / SECONDS_PER_DAY };
    }
    case 'f': {
      const result = childAt(node, 'r')?.children.find(({ name }) => /^(?:r[a-z]|du|of)$/.test(name));
      return result && valueOf(result, choices);
    }
    case 'pm':
      return chosenOf(node, choices);
  }
  return undefined;
}

function textOf(node: XmlNode): CellValue | undefined {
  const text = childAt(node, 'ct');
  const plain = text?.attributes.get('s') ?? text?.attributes.get('string');
  if (plain !== undefined && plain !== '') return { kind: 'text', value: plain };
  const stored = plainTextOf(childAt(text, 'so') ?? childAt(text, 'cell-storage'));
  return stored === '' ? undefined : { kind: 'text', value: stored };
}

/** Of a menu, what was chosen last: a cell of its own, or one of the choices. */
function chosenOf(node: XmlNode, choices: Choices): CellValue | undefined {
  const proxied = childAt(node, 'proxied-cell-ref') ?? childAt(node, 'proxied-cell');
  const cell = proxied?.children.find(({ name }) => name !== '#text');
  const chosen = cell ?? choices.get(proxied?.attributes.get('IDREF') ?? '');
  return chosen && valueOf(chosen, choices);
}

/** Dates are spelt out, or seconds since the year 2001. */
function daysOf(date: string): number | undefined {
  if (/^-?\d+(?:\.\d+)?$/.test(date)) return START_OF_2001 + Number(date) / SECONDS_PER_DAY;
  return daysOfIso(date.replace(/^(\S+) /, '$1T'));
}

/** The text of a storage, its paragraphs as lines. */
function plainTextOf(storage: XmlNode | undefined): string {
  if (!storage) return '';
  const paragraphs: string[] = [];
  const collect = (node: XmlNode, isInside: boolean): void => {
    const starts = node.name === 'p';
    if (starts) paragraphs.push('');
    if (isInside && paragraphs.length > 0) {
      // In a tree with mixed content each text is a node; otherwise it is that of its element.
      if (node.name === 'tab') paragraphs[paragraphs.length - 1] += '\t';
      else if (node.name === 'lnbr') paragraphs[paragraphs.length - 1] += '\n';
      else paragraphs[paragraphs.length - 1] += node.text;
    } else if (starts) {
      paragraphs[paragraphs.length - 1] += node.text;
    }
    for (const child of node.children) collect(child, isInside || starts);
  };
  collect(storage, false);
  return paragraphs.join('\n').trim();
}
