import { type Box } from '../../../content/pages/geometry.ts';
import { blocksOfCell, type Cell, type Paragraph, type Table } from '../layout/blocks.ts';
import { ABOVE_BASELINE, linePitch } from '../layout/flow.ts';
import { ROW_HEIGHTS } from '../thresholds/writing.ts';

const { ROW_ALLOWANCE, MAX_ROW_GROWTH, MAX_GIVEN, MIN_PITCH } = ROW_HEIGHTS;

interface StackPlace {
  readonly spaceBefore: number;
  /** Line pitch where the cell is too low for the usual one. */
  readonly pitch: number;
}

/** Word grows a row that its text does not fit: space and, at the last, line pitch give way. */
export function stackBlocks(
  blocks: readonly (Paragraph | Table)[],
  inside: { readonly top: number; readonly bottom: number },
): StackPlace[] {
  let y = inside.top;
  const places = blocks.map((block) => {
    const pitch = block.kind === 'table' ? 0 : linePitch(block);
    const top = block.kind === 'table' ? block.y0 : block.rows[0]!.baseline - pitch * ABOVE_BASELINE;
    const spaceBefore = Math.max(0, Math.min(top - y, inside.bottom - inside.top));
    const place = { spaceBefore, pitch };
    y += heightOf(block, { ...place, spaceBefore: Math.max(0, top - y) });
    return place;
  });
  let excess = y - inside.bottom;
  for (const place of places) {
    const given = Math.max(0, Math.min(excess, place.spaceBefore));
    place.spaceBefore -= given;
    excess -= given;
  }
  if (excess <= 0) return places;
  const lines = blocks.reduce((sum, block) => sum + (block.kind === 'table' ? 0 : block.rows.length), 0);
  return places.map((place, index) => {
    const block = blocks[index]!;
    if (block.kind === 'table') return place;
    const least = MIN_PITCH * block.size;
    return { ...place, pitch: Math.max(Math.min(least, place.pitch), place.pitch - excess / lines) };
  });
}

export const isLastRowOf = (cell: Cell, row: number): boolean => cell.row + cell.rowSpan - 1 === row;

/** Whether the text of a cell is set so tightly that Word would make its row higher: such a row keeps its height. */
export function overflows(cell: Cell): boolean {
  const blocks = blocksOfCell(cell);
  if (cell.rotation !== undefined || blocks.length === 0) return false;
  const { top, bottom } = insideOf(cell, cell.box);
  const places = stackBlocks(blocks, { top, bottom });
  return heightOfStack(blocks, places) > bottom - top + MAX_ROW_GROWTH;
}

/**
 * What the last row of a page may be lower than in the PDF: a paragraph follows each table, and where there is no room
 * for it, it takes the row along to another page.
 */
export function spareHeight({ cells }: Table, row: number): number {
  const last = cells.filter((cell) => isLastRowOf(cell, row));
  const isDrawn = last.some(({ borders, fill }) => fill ?? (borders.bottom && borders.bottom.color !== '#ffffff'));
  const free = last.map((cell) => {
    if (cell.rotation !== undefined) return 0;
    const blocks = blocksOfCell(cell);
    const inside = insideOf(cell, cell.box);
    return inside.bottom - inside.top - heightOfStack(blocks, stackBlocks(blocks, inside));
  });
  return Math.max(0, Math.min(...free, isDrawn ? MAX_GIVEN : Infinity));
}

export function heightOfStack(blocks: readonly (Paragraph | Table)[], places: readonly StackPlace[]): number {
  return blocks.reduce((sum, block, index) => sum + heightOf(block, places[index]!), 0);
}

function heightOf(block: Paragraph | Table, { spaceBefore, pitch }: StackPlace): number {
  return spaceBefore + (block.kind === 'table' ? block.y1 - block.y0 : pitch * block.rows.length);
}

/** Top and bottom of the room for text. */
export function insideOf({ borders }: Cell, area: Box): { readonly top: number; readonly bottom: number } {
  return {
    top: area.y0 + (borders.top?.width ?? 0),
    bottom: area.y1 - (borders.bottom?.width ?? 0) - ROW_ALLOWANCE,
  };
}
