import {
  BOTTOM_CENTRE,
  STYLE_FLAGS,
  PLAIN_COLOUR,
  type Cue,
  type CueSheet,
  type CueStyle,
  type Place,
  type Run,
} from '../model.ts';
import { bgrOf } from '../colours.ts';
import { legacyOf, numpadOf } from '../overrides.ts';
import { writeClock, type ClockStyle } from '../times.ts';
import type { WriteCues } from '../write.ts';

const CLOCK: ClockStyle = { hours: 1, separator: '.', digits: 2 };
/** The image in whose units sizes and positions are written. */
const CANVAS = { width: 1920, height: 1080 };
const DEFAULT_STYLE: CueStyle = {
  name: 'Default',
  font: 'Arial',
  size: 0.065,
  outline: 0.003,
  colour: PLAIN_COLOUR,
  place: BOTTOM_CENTRE,
};
const MARGINS = Array.from({ length: 3 }, () => Math.round(CANVAS.height / 20)).join(',');
const CODE_OF_STYLE = { bold: 'b', italic: 'i', underline: 'u', strike: 's' } as const;

type CompleteStyle = Required<Pick<CueStyle, 'name' | 'font' | 'colour'>> & CueStyle;

/** What tells the two scripts apart. */
interface Dialect {
  readonly scriptType: string;
  readonly stylesSection: string;
  readonly styleFields: string;
  /** The fields of a style behind its name, font and size. */
  readonly style: (style: CompleteStyle) => string;
  readonly eventFields: string;
  readonly firstField: string;
  readonly place: (place: Place) => string;
}

const ADVANCED: Dialect = {
  scriptType: 'v4.00+',
  stylesSection: 'V4+ Styles',
  styleFields:
    'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
  style(style) {
    const outline = colourCode(style.boxColour ?? style.outlineColour ?? '#000000');
    const runStyles = STYLE_FLAGS.map((runStyle) => (style[runStyle] ? -1 : 0)).join(',');
    const border = `${style.boxColour ? 3 : 1},${outlineOf(style)},0,${numpadOf(style.place ?? BOTTOM_CENTRE)}`;
    return `${colourCode(style.colour)},&H000000FF,${outline},&H80000000,${runStyles},100,100,0,0,${border},${MARGINS},1`;
  },
  eventFields: 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
  firstField: '0',
  place: (place) => `\\an${numpadOf(place)}`,
};

const LEGACY: Dialect = {
  scriptType: 'v4.00',
  stylesSection: 'V4 Styles',
  styleFields:
    'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding',
  style(style) {
    const decimal = (colour: string): number => Number.parseInt(bgrOf(colour), 16);
    const colours = [style.colour, '#ff0000', style.outlineColour ?? '#000000', style.boxColour ?? '#000000'];
    const runStyles = `${style.bold ? -1 : 0},${style.italic ? -1 : 0}`;
    const border = `${style.boxColour ? 3 : 1},${outlineOf(style)},0,${legacyOf(style.place ?? BOTTOM_CENTRE)}`;
    return `${colours.map(decimal).join(',')},${runStyles},${border},${MARGINS},0,1`;
  },
  eventFields: 'Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
  firstField: 'Marked=0',
  place: (place) => `\\a${legacyOf(place)}`,
};

export const writeAdvancedSubStation: WriteCues = (sheet) => writeScript(sheet, ADVANCED);

export const writeSubStation: WriteCues = (sheet) => writeScript(sheet, LEGACY);

function writeScript(sheet: CueSheet, dialect: Dialect): string {
  const { title, author } = sheet.metadata;
  const styles = sheet.styles.some(({ name }) => name === DEFAULT_STYLE.name)
    ? sheet.styles
    : [DEFAULT_STYLE, ...sheet.styles];
  const lines = [
    '[Script Info]',
    ...(title === undefined ? [] : [`Title: ${oneLine(title)}`]),
    ...(author === undefined ? [] : [`Original Script: ${oneLine(author)}`]),
    `ScriptType: ${dialect.scriptType}`,
    `PlayResX: ${CANVAS.width}`,
    `PlayResY: ${CANVAS.height}`,
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    '',
    `[${dialect.stylesSection}]`,
    `Format: ${dialect.styleFields}`,
    ...styles
      .map(completed)
      .map((style) => `Style: ${style.name},${style.font},${fontSizeOf(style)},${dialect.style(style)}`),
    '',
    '[Events]',
    `Format: ${dialect.eventFields}`,
    ...sheet.cues.map((cue) => writeEvent(cue, dialect)),
  ];
  return `${lines.join('\n')}\n`;
}

function completed(style: CueStyle): CompleteStyle {
  const font = (style.font ?? DEFAULT_STYLE.font!).replaceAll(',', ' ');
  return { ...style, name: withoutCommas(style.name), font, colour: style.colour ?? PLAIN_COLOUR };
}

function fontSizeOf({ size = DEFAULT_STYLE.size! }: CueStyle): number {
  return Math.round(size * CANVAS.height);
}

function outlineOf({ outline = DEFAULT_STYLE.outline! }: CueStyle): number {
  return Math.round(outline * CANVAS.height);
}

function colourCode(colour: string): string {
  return `&H00${bgrOf(colour)}`;
}

function writeEvent(cue: Cue, dialect: Dialect): string {
  const times = [cue.startMs, cue.endMs].map((time) => writeClock(time, CLOCK));
  const speaker = withoutCommas(oneLine(cue.speaker ?? ''));
  const style = withoutCommas(cue.style ?? DEFAULT_STYLE.name);
  const text = cue.lines.map((runs) => runs.map(writeRun).join('')).join('\\N');
  return `Dialogue: ${[dialect.firstField, ...times, style, speaker, 0, 0, 0, '', `${placeCode(cue.place, dialect)}${text}`].join(',')}`;
}

function placeCode(place: Place | undefined, dialect: Dialect): string {
  if (!place) return '';
  const { at } = place;
  const position = at ? `\\pos(${Math.round(at.x * CANVAS.width)},${Math.round(at.y * CANVAS.height)})` : '';
  return `{${dialect.place(place)}${position}}`;
}

/** A run with codes that switch on what stands out, and off again behind it. */
function writeRun(run: Run): string {
  const changed = STYLE_FLAGS.filter((runStyle) => run[runStyle] !== undefined);
  const on = changed.map((runStyle) => `\\${CODE_OF_STYLE[runStyle]}${run[runStyle] ? 1 : 0}`).join('');
  const off = changed.map((runStyle) => `\\${CODE_OF_STYLE[runStyle]}`).join('');
  const [colour, plain] = run.colour === undefined ? ['', ''] : [`\\c&H${bgrOf(run.colour)}&`, '\\c'];
  const text = run.text.replaceAll('{', '\\{').replaceAll('}', '\\}').replaceAll('\u00a0', '\\h');
  return on + colour === '' ? text : `{${on}${colour}}${text}{${off}${plain}}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Commas separate the fields of a line. */
function withoutCommas(text: string): string {
  return text.replaceAll(',', ';');
}
