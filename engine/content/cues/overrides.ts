import type { CueLine, Place, RunStyle } from './model.ts';
import { colourOfSubStation } from './colours.ts';
import type { Notes } from './notes.ts';
import { StyledText } from './styled-text.ts';

/** What the override codes of SubStation have said so far in one event. */
export interface Overrides {
  readonly notes: Notes;
  /** Size of the script's own image, in which positions are given. */
  readonly canvas: { readonly width: number; readonly height: number } | undefined;
  runStyle: RunStyle;
  place: Place | undefined;
  /** A drawing goes on until it is switched off: its text are coordinates. */
  isDrawing: boolean;
}

export function startOverrides(notes: Notes, canvas?: Overrides['canvas']): Overrides {
  return { notes, canvas, runStyle: {}, place: undefined, isDrawing: false };
}

const CODE = /\\(?:(\d?[a-z]+)(\([^)]*\)?|[^\\(]*))/gi;
const FLAGS = { b: 'bold', i: 'italic', u: 'underline', s: 'strike' } as const;
const MOVES: ReadonlySet<string> = new Set([
  'move',
  't',
  'fad',
  'fade',
  'frz',
  'frx',
  'fry',
  'fr',
  'clip',
  'iclip',
  'org',
]);

/** Applies one block of codes, what is between `{` and `}`: `\i1\c&H00FFFF&`. */
export function applyOverrides(block: string, overrides: Overrides): void {
  for (const [, name = '', rest = ''] of block.matchAll(CODE)) applyOverride(name, rest.trim(), overrides);
}

function applyOverride(name: string, value: string, overrides: Overrides): void {
  const { runStyle, notes } = overrides;
  if (name === 'b' || name === 'i' || name === 'u' || name === 's') {
    const { [FLAGS[name]]: _, ...others } = runStyle;
    overrides.runStyle = value === '' ? others : { ...others, [FLAGS[name]]: value !== '0' };
  } else if (name === 'c' || name === '1c') {
    const { colour: _, ...others } = runStyle;
    const colour = colourOfSubStation(value);
    overrides.runStyle = colour === undefined ? others : { ...others, colour };
  } else if (name === 'an') overrides.place = { ...overrides.place, ...placeOfNumpad(Number(value)) };
  else if (name === 'a') overrides.place = { ...overrides.place, ...placeOfLegacy(Number(value)) };
  else if (name === 'pos') overrides.place = placeAt(value, overrides);
  else if (name === 'r' || /^r[A-Z]/.test(name)) overrides.runStyle = {};
  else if (name === 'p') overrides.isDrawing = Number(value) > 0;
  else if (/^(?:k|kf|ko|K)$/.test(name)) notes.drop('karaoke');
  else if (MOVES.has(name)) notes.drop('movement');
}

/** Places as the digits lie on a keypad: 1 is left at the bottom, 5 the middle, 9 right at the top. */
export function placeOfNumpad(digit: number): Place {
  const column = (digit - 1) % 3;
  return {
    vertical: digit >= 7 ? 'top' : digit >= 4 ? 'middle' : 'bottom',
    horizontal: column === 0 ? 'left' : column === 2 ? 'right' : 'centre',
  };
}

export function numpadOf({ vertical, horizontal }: Place): number {
  const row = vertical === 'top' ? 6 : vertical === 'middle' ? 3 : 0;
  return row + (horizontal === 'left' ? 1 : horizontal === 'right' ? 3 : 2);
}

/** Places of the older script: 1 to 3 are left to right at the bottom, 4 more is the top, 8 more the middle. */
export function placeOfLegacy(number: number): Place {
  const { horizontal } = placeOfNumpad(number & 3 || 2);
  return { vertical: number & 4 ? 'top' : number & 8 ? 'middle' : 'bottom', horizontal };
}

export function legacyOf({ vertical, horizontal }: Place): number {
  return numpadOf({ vertical: 'bottom', horizontal }) + (vertical === 'top' ? 4 : vertical === 'middle' ? 8 : 0);
}

function placeAt(value: string, { canvas, place }: Overrides): Place | undefined {
  const [x, y] = value.replaceAll(/[()]/g, '').split(',').map(Number);
  if (!canvas || x === undefined || y === undefined || !Number.isFinite(x + y)) return place;
  const at = { x: x / canvas.width, y: y / canvas.height };
  return { vertical: 'bottom', horizontal: 'centre', ...place, at };
}

const PART = /\{([^{}]*)\}|(\\[Nnh])|([^{\\]+|[{\\])/g;

/** The text of one event of a script. */
export function readEventText(source: string, overrides: Overrides): CueLine[] {
  const text = new StyledText();
  for (const [, block, escape, plain] of source.matchAll(PART)) {
    if (block !== undefined) {
      applyOverrides(block, overrides);
      text.runStyle = overrides.runStyle;
    } else if (overrides.isDrawing) overrides.notes.drop('drawing');
    else if (escape !== undefined) text.add(escape === '\\h' ? '\u00a0' : '\n');
    else text.add(plain!);
  }
  return text.lines();
}
