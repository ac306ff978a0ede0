import type { Box } from '../geometry.ts';
import type { Resources } from '../interpreter/interpreter.ts';
import type { OperatorList } from '../interpreter/page-objects.ts';
import type { Paint } from '../interpreter/state.ts';
import type { Matrix } from '../matrix.ts';
import type { Definitions } from './drawing.ts';
import type { Losses } from './losses.ts';
import type { TextLayer } from './text-layer.ts';

/** What the painters of one page share: those of its patterns, masks and drawn glyphs too. */
export interface Sheet extends Resources {
  readonly definitions: Definitions;
  readonly losses: Losses;
  /** The whole file, to pass its own JPEGs through. */
  readonly file: Uint8Array;
  /** Counts a glyph; throws when the page has too many. */
  readonly countGlyph: () => void;
  /** Paints operators of patterns and glyphs within the page; the elements come back. */
  readonly paint: (sheet: Sheet, operators: OperatorList, surroundings: Surroundings) => string;
}

export interface Surroundings {
  /** From the coordinates of the operators to those of the SVG's elements. */
  readonly matrix: Matrix;
  /** Nothing is seen outside. */
  readonly bounds: Box;
  /** It is clipped to its bounds. */
  readonly isClipped?: boolean;
  /** With which areas and lines are painted as long as the operators choose nothing else; black if absent. */
  readonly colour?: Paint;
  /** Letters are left out where text can be written in their place. */
  readonly withoutText?: boolean;
  /** Absent within patterns and glyphs: what they show is no text. */
  readonly text?: TextLayer;
  /** Patterns and glyphs in which this is. */
  readonly depth: number;
}
