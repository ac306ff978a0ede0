import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import type { CellValue } from '../../document/iwork/cell-text.ts';
import { readCells09, type PlacedCell } from '../../document/iwork/cells-09.ts';
import type { IWorkXml } from '../../document/iwork/package.ts';
import { numberFormat } from '../number-format.ts';
import { NO_EXTRAS, type Cell, type CellRange, type Sheet, type Workbook } from '../model.ts';
import { childAt, descendants, parseXmlTree, type XmlNode } from '../../../io/xml-tree.ts';

const DATE = numberFormat('yyyy-mm-dd');
const MOMENT = numberFormat('yyyy-mm-dd hh:mm:ss');
const DURATION = numberFormat('[h]:mm:ss');
/** Widths are points; those of workbooks count characters of seven pixels. */
const POINTS_PER_CHARACTER = 5.25;

/**
 * Opens a workbook of Numbers '08 or '09: each table becomes a sheet, as there may be several on one. What cells are
 * computed from is written in terms of those tables, so that only the results are taken. Throws `input_corrupt`.
 */
export function openNumbers09({ source }: IWorkXml, limits: Limits): Workbook {
  const root = parseXmlTree(source, limits).children[0];
  const workspaces = childAt(root, 'workspace-array');
  if (!root || !workspaces) {
    throw new ConversionError({
      code: 'input_corrupt',
      message: 'The file is no workbook of Numbers: it has no sheets.',
    });
  }
  let left: number = limits.values;
  let unreadFormulas = 0;
  const sheets = workspaces.children.flatMap((workspace, index) => {
    const models = [...descendants(workspace, 'tabular-model')];
    return models.map((model) => {
      const sheet = readSheet(model, nameOf(workspace, index, model, models.length), left);
      left -= sheet.cells;
      unreadFormulas += sheet.formulas;
      return sheet.sheet;
    });
  });
  return { sheets, hasMacros: false, hasMetadata: false, ...(unreadFormulas > 0 ? { unreadFormulas } : {}) };
}

function nameOf(workspace: XmlNode, index: number, model: XmlNode, tables: number): string {
  const name = workspace.attributes.get('workspace-name') ?? `Sheet ${index + 1}`;
  return tables === 1 ? name : `${name} - ${model.attributes.get('name') ?? 'Table'}`;
}

interface ReadSheet {
  readonly sheet: Sheet;
  readonly cells: number;
  readonly formulas: number;
}

function readSheet(model: XmlNode, name: string, left: number): ReadSheet {
  const grid = childAt(model, 'grid');
  const { cells, columns, rows } = grid ? readCells09(grid, left) : { cells: [], columns: 0, rows: 0 };
  const merged = cells.flatMap(rangeOf);
  const widths = childAt(grid, 'columns')?.children.map(widthOf) ?? [];
  return {
    cells: columns * rows,
    formulas: cells.filter(({ formula }) => formula !== undefined).length,
    sheet: {
      name,
      isHidden: false,
      layout: { merged, columnWidths: widths },
      read(visit) {
        for (const [index, inRow] of Map.groupBy(cells, ({ row }) => row)) {
          const filled = inRow.flatMap(cellOf);
          if (filled.length > 0 && visit({ index, cells: filled }) === 'stop') break;
        }
        return { ...NO_EXTRAS, merged };
      },
    },
  };
}

function widthOf(column: XmlNode): number | undefined {
  const width = Number(column.attributes.get('width') ?? NaN);
  return width > 0 ? width / POINTS_PER_CHARACTER : undefined;
}

function rangeOf({ row, column, rowSpan, columnSpan }: PlacedCell): CellRange[] {
  if (rowSpan === 1 && columnSpan === 1) return [];
  return [{ firstRow: row, lastRow: row + rowSpan - 1, firstColumn: column, lastColumn: column + columnSpan - 1 }];
}

function cellOf({ column, value }: PlacedCell): Cell[] {
  if (!value) return [];
  const { kind, value: content } = value;
  return [{ column, kind, value: content, isComputed: false, isHidden: false, ...formatOf(value) }];
}

function formatOf({ kind, value }: CellValue): Pick<Cell, 'format'> {
  if (kind === 'date') return { format: Number.isInteger(value) ? DATE : MOMENT };
  return kind === 'time' ? { format: DURATION } : {};
}
