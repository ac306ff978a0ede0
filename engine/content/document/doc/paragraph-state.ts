import { viewOf } from '../../../io/bytes.ts';
import type { CellDefinition } from '../word/marked-table.ts';
import { valueOf, type Modifier } from './modifiers.ts';

/** What a paragraph is, as its style and its modifiers say ([MS-DOC] 2.6.2, 2.6.3). */
export interface ParagraphState {
  readonly isInTable: boolean;
  /** How many tables it is in, where these are nested. */
  readonly tables: number;
  readonly endsCell: boolean;
  readonly endsRow: boolean;
  readonly outlineLevel?: number;
  /** The use of a list that it is an item of, from 1; 0 for none. */
  readonly list?: number;
  readonly level?: number;
  /** Of the row that it ends. */
  readonly cells: readonly CellDefinition[];
  /** Where its other modifiers are in the stream of data: there were too many of them. */
  readonly rest?: number;
}

export const PLAIN_PARAGRAPH: ParagraphState = {
  isInTable: false,
  tables: 1,
  endsCell: false,
  endsRow: false,
  cells: [],
};

/** Uses of lists beyond this are old ways to say that there is none. */
const MAX_LIST = 0x7fe;

export function changeParagraph(state: ParagraphState, modifier: Modifier): ParagraphState {
  const value = valueOf(modifier);
  switch (modifier.code) {
    case 0x2416:
      return { ...state, isInTable: value !== 0 };
    case 0x2417:
    case 0x244c:
      return { ...state, endsRow: value !== 0 };
    case 0x244b:
      return { ...state, endsCell: value !== 0 };
    case 0x6649:
      return { ...state, tables: value };
    case 0x664a:
      return { ...state, tables: state.tables + value };
    case 0x2640:
      return { ...state, outlineLevel: value };
    case 0x460b:
      return { ...state, list: value > 0 && value <= MAX_LIST ? value : 0 };
    case 0x260a:
      return { ...state, level: value };
    case 0x6645:
    case 0x6646:
      return { ...state, rest: value };
    case 0xd608:
      return { ...state, cells: cellsOf(modifier.operand) };
    case 0x5624:
      return { ...state, cells: mergedCells(state.cells, modifier.operand) };
    case 0xd62b:
      return { ...state, cells: spannedCells(state.cells, modifier.operand) };
  }
  return state;
}

const CELL_BYTES = 20;
const MAX_CELLS = 64;

/** The cells of a row ([MS-DOC] 2.9.321): their edges, and how they are one with others. */
function cellsOf(operand: Uint8Array): CellDefinition[] {
  const view = viewOf(operand);
  const count = Math.min(MAX_CELLS, operand[2] ?? 0);
  const edges = 3;
  const flags = edges + 2 * (count + 1);
  const left = operand.byteLength >= edges + 2 ? view.getInt16(edges, true) : 0;
  return Array.from({ length: count }, (_, index) => {
    const edge = edges + 2 * (index + 1);
    const flag = flags + CELL_BYTES * index;
    const bits = flag + 2 <= operand.byteLength ? view.getUint16(flag, true) : 0;
    const vertical = (bits >>> 5) & 3;
    return {
      // Rows begin left of the text where their cells have a space within.
      right: edge + 2 <= operand.byteLength ? view.getInt16(edge, true) - left : 0,
      ...((bits & 3) === 1 && { continuesLeft: true }),
      ...(vertical !== 0 && { vertical: vertical === 1 ? 'continues' : 'begins' }),
    };
  });
}

/** Cells from one place to another become one. */
function mergedCells(cells: readonly CellDefinition[], operand: Uint8Array): CellDefinition[] {
  const [first = 0, end = 0] = operand;
  return cells.map((cell, index) => (index > first && index < end ? { ...cell, continuesLeft: true } : cell));
}

function spannedCells(cells: readonly CellDefinition[], operand: Uint8Array): CellDefinition[] {
  const [, place, flag = 0] = operand;
  return cells.map((cell, index) => {
    if (index !== place) return cell;
    const { vertical: _, ...rest } = cell;
    return flag === 0 ? rest : { ...rest, vertical: flag === 1 ? 'continues' : 'begins' };
  });
}
