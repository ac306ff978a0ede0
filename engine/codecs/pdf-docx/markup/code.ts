import type { FlowBlock } from '../layout/flow.ts';
import { fullText } from '../layout/segment.ts';
import type { Row } from '../layout/rows.ts';
import { centreInside } from '../../../content/pages/geometry.ts';
import { isBlank, type Link } from '../../../content/pages/model.ts';

/** Width of every character of most fonts for programs, in em. */
const CHARACTER_WIDTH = 0.6;
/** What a program is full of and a letter set in a monospace font is not. */
const PROGRAM_SYMBOLS = /[{}()[\];=<>#$/\\|]/g;
const MIN_SYMBOLS_A_LINE = 0.5;

export interface Program {
  readonly text: string;
  /** How many blocks it takes. */
  readonly length: number;
}

/**
 * The program that begins with the block at this index, with the indents of its lines; undefined for other text. What
 * has links is none: a listing would lose them.
 */
export function findProgram(
  blocks: readonly FlowBlock[],
  start: number,
  linksOf: (pageIndex: number) => readonly Link[],
): Program | undefined {
  let end = start;
  while (end < blocks.length && blocks[end]!.pageIndex === blocks[start]!.pageIndex && isTyped(blocks[end]!, linksOf))
    end++;
  const rows = blocks.slice(start, end).flatMap(rowsOf);
  if (rows.length < 2) return undefined;
  const left = Math.min(...rows.map(startOf));
  const lines = rows.map((row) => lineOf(row, left));
  const symbols = lines.join('').match(PROGRAM_SYMBOLS)?.length ?? 0;
  return symbols < MIN_SYMBOLS_A_LINE * lines.length ? undefined : { text: lines.join('\n'), length: end - start };
}

function rowsOf({ block, continuations }: FlowBlock): readonly Row[] {
  if (block.kind !== 'paragraph') return [];
  return [block, ...continuations.map(({ paragraph }) => paragraph)].flatMap(({ rows }) => rows);
}

function isTyped(flow: FlowBlock, linksOf: (pageIndex: number) => readonly Link[]): boolean {
  const rows = rowsOf(flow);
  if (rows.length === 0 || !rows.every(isMonospaced)) return false;
  const links = linksOf(flow.pageIndex);
  return !rows.some((row) => links.some((link) => centreInside(link, row)));
}

function startOf({ x0, segments }: Row): number {
  return Math.min(x0, segments[0]?.label?.x0 ?? x0);
}

function isMonospaced({ segments }: Row): boolean {
  return segments.every(({ glyphs }) => glyphs.every((glyph) => glyph.font.monospace || isBlank(glyph)));
}

function lineOf({ segments, size }: Row, left: number): string {
  const width = size * CHARACTER_WIDTH;
  let line = '';
  for (const segment of segments) {
    const column = Math.round(((segment.label?.x0 ?? segment.x0) - left) / width);
    line += ' '.repeat(Math.max(line === '' ? 0 : 1, column - line.length)) + fullText(segment);
  }
  return line;
}
