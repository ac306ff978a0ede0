/** Subtitles in memory: what every text format of subtitles is read into and written from. */
export interface CueSheet {
  /** Ascending by their start. */
  readonly cues: readonly Cue[];
  readonly styles: readonly CueStyle[];
  readonly metadata: CueMetadata;
}

export interface CueMetadata {
  readonly title?: string;
  /** Who performs: lyrics have one. */
  readonly artist?: string;
  readonly album?: string;
  readonly author?: string;
  /** BCP 47. */
  readonly language?: string;
}

/** Text that is shown from `startMs` until `endMs`, whole milliseconds from the beginning of the video. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly CueLine[];
  readonly speaker?: string;
  /** Name of one of the sheet's styles. */
  readonly style?: string;
  readonly place?: Place;
}

export type CueLine = readonly Run[];

/** Text of one style. What is absent is as the cue's style says; `false` switches off what the style has on. */
export interface Run extends RunStyle {
  readonly text: string;
}

export interface RunStyle {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  /** `#rrggbb` */
  readonly colour?: string;
}

export interface CueStyle extends RunStyle {
  readonly name: string;
  readonly font?: string;
  /** Height of the letters as a fraction of the image's height. */
  readonly size?: number;
  readonly outlineColour?: string;
  /** Width of the letters' outline as a fraction of the image's height. */
  readonly outline?: number;
  /** Colour of the box behind the text; absent when there is none. */
  readonly boxColour?: string;
  readonly place?: Place;
}

/** Where a cue is in the image; at the bottom, centred, if there is none. */
export interface Place {
  readonly vertical: 'top' | 'middle' | 'bottom';
  readonly horizontal: 'left' | 'centre' | 'right';
  /** The point that is meant by them, as fractions of the image's width and height. */
  readonly at?: { readonly x: number; readonly y: number };
}

export const STYLE_FLAGS = ['bold', 'italic', 'underline', 'strike'] as const;

export const BOTTOM_CENTRE: Place = { vertical: 'bottom', horizontal: 'centre' };

/** Colour of text that nobody coloured. */
export const PLAIN_COLOUR = '#ffffff';

/** The cue's text as people read it, its lines separated by line inputs. */
export function textOfCue({ lines }: Pick<Cue, 'lines'>): string {
  return lines.map((runs) => runs.map(({ text }) => text).join('')).join('\n');
}

function styleOfCue({ styles }: CueSheet, { style }: Cue): CueStyle | undefined {
  return style === undefined ? undefined : styles.find(({ name }) => name === style);
}

/** A cue without its style: every run says itself what it looks like, white and upright where nothing is said. */
export function withoutStyle(sheet: CueSheet, cue: Cue): Cue {
  const style = styleOfCue(sheet, cue);
  const { style: _, ...plain } = cue;
  if (!style) return plain;
  const place = cue.place ?? style.place;
  const lines = cue.lines.map((runs) => runs.map((run) => ({ ...runStyleOf(style), ...run })));
  return { ...plain, lines, ...(place && { place }) };
}

/** What stands out in a run or style, nothing of what is plain. */
function runStyleOf(styled: RunStyle): RunStyle {
  const runStyle: { -readonly [Key in keyof RunStyle]: RunStyle[Key] } = {};
  for (const name of STYLE_FLAGS) if (styled[name] !== undefined) runStyle[name] = styled[name];
  if (styled.colour !== undefined) runStyle.colour = styled.colour;
  return runStyle;
}

/** The style without what `base` has already, and without switching off what it has not. */
export function styleBeside(runStyle: RunStyle, base: RunStyle): RunStyle {
  const differing = Object.entries(runStyle).filter(
    ([name, value]) => value !== (base[name as keyof RunStyle] ?? false),
  );
  return Object.fromEntries(differing) as RunStyle;
}

/** The place of a point: without it where it is no other than the place's usual one. */
export function placeAtPoint(place: Omit<Place, 'at'>, at: { readonly x: number; readonly y: number }): Place {
  const isCentred = place.horizontal === 'centre' && Math.abs(at.x - 0.5) < NEAR;
  const isAtEdge = (place.vertical === 'bottom' && at.y > 1 - EDGE) || (place.vertical === 'top' && at.y < EDGE);
  return isCentred && isAtEdge ? place : { ...place, at };
}

const NEAR = 0.02;
const EDGE = 0.15;

/**
 * Makes lines of runs: neighbours of the same style become one, empty ones go, and so do empty lines at both ends and
 * white space around them.
 */
export function tidyLines(lines: readonly CueLine[]): CueLine[] {
  const tidy = lines.map((runs) => trimLine(joinRuns(runs)));
  while (tidy.length > 0 && tidy[0]!.length === 0) tidy.shift();
  while (tidy.length > 0 && tidy.at(-1)!.length === 0) tidy.pop();
  return tidy;
}

function joinRuns(runs: CueLine): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    if (run.text === '') continue;
    const before = joined.at(-1);
    if (before && isSameStyle(before, run)) joined[joined.length - 1] = { ...before, text: before.text + run.text };
    else joined.push(run);
  }
  return joined;
}

function isSameStyle(one: RunStyle, other: RunStyle): boolean {
  return one.colour === other.colour && STYLE_FLAGS.every((name) => one[name] === other[name]);
}

function trimLine(runs: readonly Run[]): Run[] {
  const trimmed = [...runs];
  while (trimmed[0]) {
    const text = trimmed[0].text.trimStart();
    if (text !== '') {
      trimmed[0] = { ...trimmed[0], text };
      break;
    }
    trimmed.shift();
  }
  for (let last = trimmed.at(-1); last; last = trimmed.at(-1)) {
    const text = last.text.trimEnd();
    if (text !== '') {
      trimmed[trimmed.length - 1] = { ...last, text };
      break;
    }
    trimmed.pop();
  }
  return trimmed;
}

/** Cues in the order of their beginnings, without those that show nothing or have no time. */
export function orderedCues(cues: readonly Cue[]): Cue[] {
  return cues
    .filter((cue) => cue.endMs > cue.startMs && textOfCue(cue).trim() !== '')
    .sort((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
}
