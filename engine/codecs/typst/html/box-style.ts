import { parseColour } from '../../../content/document/css/colours.ts';
import type { Declarations } from '../../../content/document/css/declarations.ts';
import { points, rgb } from '../markup.ts';
import { lengthOf, type Scope } from './scope.ts';

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
type Side = (typeof SIDES)[number];
type Sides = Readonly<Record<Side, number>>;

/** Points. */
const WIDTH_WORDS: Readonly<Record<string, number>> = { thin: 0.75, medium: 2.25, thick: 3.75 };
const DASHES: Readonly<Record<string, string>> = { dashed: 'dashed', dotted: 'dotted' };

/** What a style draws around content: arguments that Typst's `block`, `box` and `rect` share. */
export function boxArguments(style: Declarations, scope: Scope): string[] {
  const args: string[] = [];
  const fill = parseColour(style.get('background-color') ?? '');
  if (fill !== undefined) args.push(`fill: ${rgb(fill)}`);
  const stroke = strokeOf(style, scope);
  if (stroke !== undefined) args.push(`stroke: ${stroke}`);
  if (args.length > 0) {
    const radius = lengthOf(style, 'border-radius', scope) ?? 0;
    if (radius > 0) args.push(`radius: ${points(Math.min(radius, 40))}`);
  }
  const padding = paddingOf(style, scope);
  if (SIDES.some((side) => padding[side] > 0)) args.push(`inset: ${sidesArgument(padding)}`);
  return args;
}

/** The lines around a box; nothing when the style says nothing of them. */
export function strokeOf(style: Declarations, scope: Scope): string | undefined {
  const sides = SIDES.flatMap((side) => {
    const line = lineOf(style, side, scope);
    return line === undefined ? [] : [`${side}: ${line}`];
  });
  return sides.length === 0 ? undefined : `(${sides.join(', ')})`;
}

function lineOf(style: Declarations, side: Side, scope: Scope): string | undefined {
  const kind = style.get(`border-${side}-style`)?.toLowerCase() ?? 'none';
  if (kind === 'none' || kind === 'hidden') return undefined;
  const word = style.get(`border-${side}-width`)?.toLowerCase() ?? 'medium';
  const width = WIDTH_WORDS[word] ?? lengthOf(style, `border-${side}-width`, scope) ?? 0;
  if (width <= 0) return undefined;
  const asked = style.get(`border-${side}-color`) ?? 'currentcolor';
  const colour = parseColour(asked.toLowerCase() === 'currentcolor' ? (style.get('color') ?? 'black') : asked);
  if (colour === undefined) return undefined;
  const dash = DASHES[kind];
  const parts = [
    `paint: ${rgb(colour)}`,
    `thickness: ${points(Math.min(width, 60))}`,
    ...(dash ? [`dash: "${dash}"`] : []),
  ];
  return `(${parts.join(', ')})`;
}

export function paddingOf(style: Declarations, scope: Scope): Sides {
  return sidesOf((side) => Math.max(0, lengthOf(style, `padding-${side}`, scope, scope.width) ?? 0));
}

/** Margins; nothing where the style says none. */
export function marginOf(style: Declarations, scope: Scope): Partial<Sides> {
  return sidesOf((side) => lengthOf(style, `margin-${side}`, scope, scope.width));
}

function sidesOf<T>(of: (side: Side) => T): Record<Side, T> {
  return { top: of('top'), right: of('right'), bottom: of('bottom'), left: of('left') };
}

export function sidesArgument(sides: Sides): string {
  return `(${SIDES.map((side) => `${side}: ${points(sides[side])}`).join(', ')})`;
}
