export type Point = readonly [x: number, y: number];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Keys and values of a style; its first word without a value is under `name`. */
export type Style = ReadonlyMap<string, string>;

export interface Geometry extends Box {
  /** Of its parent: parts of the size, or of the length of an edge from -1 to 1. */
  readonly isRelative: boolean;
  readonly offset: Point;
  readonly points: readonly Point[];
  readonly source: Point | undefined;
  readonly target: Point | undefined;
}

/** A shape, a line or a group as the file has it. */
export interface Cell {
  readonly id: string;
  readonly parent: string;
  readonly kind: 'vertex' | 'edge' | 'layer';
  readonly style: Style;
  /** HTML or plain text, as the style says. */
  readonly label: string;
  readonly link: string | undefined;
  readonly geometry: Geometry;
  readonly source: string | undefined;
  readonly target: string | undefined;
  readonly isVisible: boolean;
  readonly isCollapsed: boolean;
}

export interface Page {
  readonly name: string;
  readonly background: string | undefined;
  readonly cells: readonly Cell[];
}

export function numberIn(style: Style, key: string, otherwise: number): number {
  const value = Number.parseFloat(style.get(key) ?? '');
  return Number.isFinite(value) ? value : otherwise;
}

export function isSet(style: Style, key: string): boolean {
  return style.get(key) === '1';
}

export function middleOf({ x, y, width, height }: Box): Point {
  return [x + width / 2, y + height / 2];
}
