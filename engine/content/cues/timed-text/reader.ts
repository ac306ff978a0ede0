import { scanXml, type XmlAttributes } from '../../../io/xml.ts';
import {
  styleBeside,
  orderedCues,
  placeAtPoint,
  tidyLines,
  type Cue,
  type CueMetadata,
  type CueStyle,
  type Place,
  type RunStyle,
} from '../model.ts';
import { colourOfWeb } from '../colours.ts';
import type { Notes } from '../notes.ts';
import { CLOCK, clockMs, SECOND_MS } from '../times.ts';
import type { ReadCues } from '../read.ts';
import { StyledText } from '../styled-text.ts';

const MAX_DEPTH = 64;

/** TTML and DFXP (https://www.w3.org/TR/ttml2/): paragraphs with times, nested spans, styles and regions by name. */
export const readTimedText: ReadCues = (source, notes) => {
  const reader = new TimedTextReader(notes);
  scanXml(source, reader, MAX_DEPTH);
  return reader.sheet();
};

/** Attributes that matter here, of an element or of a style that it names. */
type Styling = Readonly<Partial<Record<(typeof STYLING)[number], string>>>;

const STYLING = [
  'color',
  'fontStyle',
  'fontWeight',
  'textDecoration',
  'fontFamily',
  'fontSize',
  'backgroundColor',
  'textAlign',
  'displayAlign',
  'origin',
  'extent',
] as const;

interface Open {
  readonly name: string;
  /** Milliseconds from the beginning; the end is open when nothing says it. */
  readonly startMs: number;
  readonly endMs: number | undefined;
  /** It has times of its own. */
  readonly isTimed: boolean;
  /** In a sequence each child begins where the one before ended. */
  readonly isSequence: boolean;
  cursorMs: number;
  readonly runStyle: RunStyle;
  readonly style: string | undefined;
  readonly region: string | undefined;
  readonly align: string | undefined;
  readonly keepsSpace: boolean;
}

/** A paragraph, or a span with times in a paragraph without. */
interface OpenCue {
  readonly element: Open;
  readonly text: StyledText;
}

class TimedTextReader {
  readonly #notes: Notes;
  readonly #open: Open[] = [];
  readonly #stylings = new Map<string, Styling>();
  readonly #regions = new Map<string, Styling>();
  readonly #cues: Cue[] = [];
  readonly #metadata: { -readonly [Key in keyof CueMetadata]: CueMetadata[Key] } = {};
  #clock: FrameClock = { framesPerSecond: 30, ticksPerSecond: 1 };
  /** Apple's lyrics count all times from the beginning, where the standard counts from the parent's. */
  #countsFromZero = false;
  #cue: OpenCue | undefined;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'tt') this.#readParameters(attributes);
    if (name === 'br') this.#cue?.text.breakLine();
    const isInRegion = this.#open.at(-1)?.name === 'region';
    if (name === 'style') this.#defineStyle(attributes, isInRegion ? this.#open.at(-1)!.region : undefined);
    if (name === 'region') this.#regions.set(attributes.get('id') ?? '', this.#stylingOf(attributes));
    const element = this.#enter(name, attributes);
    this.#open.push(element);
    if (name === 'p') this.#cue = { element, text: new StyledText() };
    else if (name === 'span' && element.isTimed && this.#cue) {
      if (this.#cue.element.isTimed) this.#notes.drop('karaoke');
      else this.#cue = { element, text: new StyledText() };
    }
  }

  close(): void {
    const element = this.#open.pop();
    if (!element) return;
    const parent = this.#open.at(-1);
    if (parent && element.endMs !== undefined) parent.cursorMs = element.endMs;
    const cue = this.#cue;
    if (cue?.element !== element) return;
    if (element.endMs !== undefined) this.#cues.push(this.#finish(cue, element.endMs));
    // Further spans of the same paragraph may follow.
    this.#cue = element.name === 'span' && parent ? { element: parent, text: new StyledText() } : undefined;
  }

  text(value: string): void {
    const element = this.#open.at(-1);
    if (element?.name === 'title') this.#metadata.title ??= value.trim() || undefined;
    if (!this.#cue || !element || element.name === 'metadata') return;
    this.#cue.text.runStyle = element.runStyle;
    this.#cue.text.add(element.keepsSpace ? value : value.replaceAll(/\s+/g, ' '));
  }

  sheet(): { cues: Cue[]; styles: CueStyle[]; metadata: CueMetadata } {
    const styles = [...this.#stylings].map(([name, styling]) => styleOf(name, styling));
    return { cues: orderedCues(this.#cues), styles, metadata: this.#metadata };
  }

  #readParameters(attributes: XmlAttributes): void {
    const language = attributes.get('lang');
    if (language) this.#metadata.language = language;
    this.#countsFromZero = attributes.get('timing') !== undefined;
    const [numerator = 1, denominator = 1] = (attributes.get('frameRateMultiplier') ?? '')
      .split(/[\s:]+/)
      .map(Number)
      .filter(Boolean);
    const framesPerSecond = (Number(attributes.get('frameRate')) || 30) * (numerator / denominator);
    const ticksPerSecond = Number(attributes.get('tickRate')) || (attributes.get('frameRate') ? framesPerSecond : 1);
    this.#clock = { framesPerSecond, ticksPerSecond };
  }

  #defineStyle(attributes: XmlAttributes, region: string | undefined): void {
    const styling = this.#stylingOf(attributes);
    const id = attributes.get('id');
    if (region !== undefined) this.#regions.set(region, { ...this.#regions.get(region), ...styling });
    else if (id) this.#stylings.set(id, styling);
  }

  /** Its own attributes over those of the styles that it names. */
  #stylingOf(attributes: XmlAttributes): Styling {
    const referred = namesIn(attributes.get('style')).map((name) => this.#stylings.get(name) ?? {});
    const own = STYLING.flatMap((name) => {
      const value = attributes.get(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.assign({}, ...referred, Object.fromEntries(own)) as Styling;
  }

  #enter(name: string, attributes: XmlAttributes): Open {
    const parent = this.#open.at(-1);
    const base = this.#countsFromZero ? 0 : parent?.isSequence ? parent.cursorMs : (parent?.startMs ?? 0);
    const [begin, end, duration] = ['begin', 'end', 'dur'].map((each) => timeOf(attributes.get(each), this.#clock));
    const startMs = base + (begin ?? 0);
    const ends = [
      ...(end === undefined ? [] : [base + end]),
      ...(duration === undefined ? [] : [startMs + duration]),
      ...(parent?.endMs === undefined ? [] : [parent.endMs]),
    ];
    const isText = name === 'p' || name === 'span';
    const style = namesIn(attributes.get('style')).at(-1) ?? parent?.style;
    const styling = this.#stylingOf(attributes);
    return {
      name,
      startMs,
      endMs: ends.length === 0 ? undefined : Math.min(...ends),
      isTimed: begin !== undefined || end !== undefined || duration !== undefined,
      isSequence: attributes.get('timeContainer') === 'seq',
      cursorMs: startMs,
      runStyle: { ...parent?.runStyle, ...runStyleOfStyling(styling) },
      style: isText || name === 'div' || name === 'body' ? style : undefined,
      region: name === 'region' ? (attributes.get('id') ?? '') : (attributes.get('region') ?? parent?.region),
      align: styling.textAlign ?? parent?.align,
      keepsSpace:
        attributes.get('space') === undefined ? (parent?.keepsSpace ?? false) : attributes.get('space') === 'preserve',
    };
  }

  #finish({ element, text }: OpenCue, endMs: number): Cue {
    const styling = element.style === undefined ? undefined : this.#stylings.get(element.style);
    const base = runStyleOfStyling(styling ?? {});
    const lines = tidyLines(text.lines()).map((runs) =>
      runs.map(({ text: shown, ...runStyle }) => ({ ...styleBeside(runStyle, base), text: shown })),
    );
    const place = placeOf({
      ...styling,
      ...this.#regions.get(element.region ?? ''),
      ...(element.align && { textAlign: element.align }),
    });
    return {
      startMs: element.startMs,
      endMs,
      lines,
      ...(styling && { style: element.style! }),
      ...(place && { place }),
    };
  }
}

function namesIn(list: string | undefined): string[] {
  return list?.split(/\s+/).filter((name) => name !== '') ?? [];
}

function runStyleOfStyling({ color, fontStyle, fontWeight, textDecoration }: Styling): RunStyle {
  const colour = color === undefined ? undefined : colourOfWeb(color);
  return {
    ...(fontWeight !== undefined && { bold: fontWeight === 'bold' }),
    ...(fontStyle !== undefined && { italic: fontStyle !== 'normal' }),
    ...(textDecoration !== undefined && {
      underline: /\bunderline\b/.test(textDecoration),
      strike: /\blineThrough\b/.test(textDecoration),
    }),
    ...(colour && { colour }),
  };
}

function styleOf(name: string, styling: Styling): CueStyle {
  const { fontFamily, fontSize = '', backgroundColor = '' } = styling;
  const percent = /^([\d.]+)%/.exec(fontSize)?.[1];
  const boxColour = /^(?:transparent|#\w{6}00$)/.test(backgroundColor) ? undefined : colourOfWeb(backgroundColor);
  const place = placeOf(styling);
  return {
    name,
    ...(fontFamily && { font: fontOf(fontFamily) }),
    ...(percent && { size: (Number(percent) / 100) * CELL_HEIGHT }),
    ...(boxColour && { boxColour }),
    ...withoutFalse(runStyleOfStyling(styling)),
    ...(place && { place }),
  };
}

/** The generic families of the standard (section 10.2.15), which no program has under these names. */
const GENERIC_FONTS: Readonly<Record<string, string>> = {
  default: 'Arial',
  sansSerif: 'Arial',
  proportionalSansSerif: 'Arial',
  serif: 'Times New Roman',
  proportionalSerif: 'Times New Roman',
  monospace: 'Courier New',
  monospaceSansSerif: 'Courier New',
  monospaceSerif: 'Courier New',
};

function fontOf(families: string): string {
  const name = families.split(',')[0]!.trim().replaceAll(/["']/g, '');
  return GENERIC_FONTS[name] ?? name;
}

/** Percentages of a font's size are of a cell: a fifteenth of the height (section 10.2.16 and `ttp:cellResolution`). */
const CELL_HEIGHT = 1 / 15;

function withoutFalse(runStyle: RunStyle): RunStyle {
  return Object.fromEntries(Object.entries(runStyle).filter(([, value]) => value !== false)) as RunStyle;
}

/** Where the text is in its region, and the region in the image. */
function placeOf({ textAlign, displayAlign, origin, extent }: Styling): Place | undefined {
  if (textAlign === undefined && displayAlign === undefined && origin === undefined) return undefined;
  const [left, top] = percentagesIn(origin) ?? [0, 0];
  const [width, height] = percentagesIn(extent) ?? [1 - left, 1 - top];
  const horizontal =
    textAlign === 'left' || textAlign === 'start'
      ? 'left'
      : textAlign === 'right' || textAlign === 'end'
        ? 'right'
        : 'centre';
  const inRegion = displayAlign === 'after' ? 1 : displayAlign === 'center' ? 0.5 : origin === undefined ? 1 : 0;
  const y = top + height * inRegion;
  const x = left + (width * (horizontal === 'left' ? 0 : horizontal === 'right' ? 2 : 1)) / 2;
  const vertical = y > 2 / 3 ? 'bottom' : y < 1 / 3 ? 'top' : 'middle';
  const isPlain = origin === undefined || (width > 0.75 && height > 0.75);
  return isPlain ? { vertical, horizontal } : placeAtPoint({ vertical, horizontal }, { x, y });
}

function percentagesIn(pair: string | undefined): [number, number] | undefined {
  const [first, second] = [...(pair ?? '').matchAll(/([\d.]+)%/g)].map(([, value]) => Number(value) / 100);
  return first === undefined || second === undefined ? undefined : [first, second];
}

interface FrameClock {
  readonly framesPerSecond: number;
  readonly ticksPerSecond: number;
}

const CLOCK_TIME = new RegExp(`^${CLOCK}$`);
const FRAMES_TIME = /^(\d+):(\d{2}):(\d{2}):(\d+)(?:\.\d+)?$/;
const OFFSET_TIME = /^([\d.]+)\s*(h|ms|m|s|f|t)?$/;

/** A time expression (section 12.3.1) in milliseconds; a number without a unit counts seconds, as players read it. */
function timeOf(expression: string | undefined, { framesPerSecond, ticksPerSecond }: FrameClock): number | undefined {
  const text = expression?.trim() ?? '';
  const frames = FRAMES_TIME.exec(text);
  if (frames) return clockMs(frames.slice(1, 4)) + Math.round((Number(frames[4]) * SECOND_MS) / framesPerSecond);
  const clock = CLOCK_TIME.exec(text);
  if (clock) return clockMs(clock.slice(1, 5));
  const offset = OFFSET_TIME.exec(text);
  if (!offset) return undefined;
  const unitMs = {
    h: 3_600_000,
    m: 60_000,
    s: SECOND_MS,
    ms: 1,
    f: SECOND_MS / framesPerSecond,
    t: SECOND_MS / ticksPerSecond,
  };
  return Math.round(Number(offset[1]) * unitMs[(offset[2] ?? 's') as keyof typeof unitMs]);
}
