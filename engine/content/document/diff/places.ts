import type { DifferencePlace } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';

/** Where a block is, as a person would look for it. */
export function placeOf(blocks: readonly OutlineBlock[], index: number): DifferencePlace {
  const { page, cell, note } = blocks[index]!;
  if (cell) return { ...(page !== undefined && { page }), table: cell[0], row: cell[1], column: cell[2] };
  if (note !== undefined) return { note: numberOfNote(blocks, note) };
  return { ...(page !== undefined && { page }), paragraph: numberOfParagraph(blocks, index) };
}

/** On its page, where there are pages. */
function numberOfParagraph(blocks: readonly OutlineBlock[], index: number): number {
  const { page, place } = blocks[index]!;
  let number = 0;
  for (let at = 0; at <= index; at++) {
    const block = blocks[at]!;
    if (block.page === page && block.place === place && !block.cell && block.kind !== 'image') number++;
  }
  return number;
}

function numberOfNote(blocks: readonly OutlineBlock[], id: string): number {
  const ids = new Set(blocks.flatMap(({ note }) => note ?? []));
  return [...ids].indexOf(id) + 1;
}
