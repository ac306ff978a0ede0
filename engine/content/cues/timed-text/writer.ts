import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import { type Cue, type CueLine, type CueStyle, type Place, type Run, type RunStyle } from '../model.ts';
import { writeClock, type ClockStyle } from '../times.ts';
import type { WriteCues } from '../write.ts';

const CLOCK: ClockStyle = { hours: 2, separator: '.', digits: 3 };

type Attributes = readonly (readonly [name: string, value: string | undefined])[];

/** TTML of the first version, which every player reads: styles and regions in the head, a paragraph a cue. */
export const writeTimedText: WriteCues = ({ cues: plainCues, styles, metadata }) => {
  const cues = plainCues.map((cue) => ({ ...cue, ...placeInImage(cue, styles) }));
  const ids = new Map(styles.map(({ name }, index) => [name, `s${index + 1}`]));
  const regions = [...new Map(cues.flatMap(({ place }) => (place ? [[regionId(place), place]] : []))).values()];
  const title =
    metadata.title === undefined
      ? []
      : [`    <metadata><ttm:title>${escapeXml(metadata.title)}</ttm:title></metadata>`];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    tag('tt', [
      ['xmlns', 'http://www.w3.org/ns/ttml'],
      ['xmlns:tts', 'http://www.w3.org/ns/ttml#styling'],
      ['xmlns:ttm', 'http://www.w3.org/ns/ttml#metadata'],
      ['xml:lang', metadata.language ?? ''],
    ]),
    '  <head>',
    ...title,
    '    <styling>',
    ...styles.map(
      (style) => `      ${tag('style', [['xml:id', ids.get(style.name)], ...cueStyleAttributes(style)], true)}`,
    ),
    '    </styling>',
    '    <layout>',
    ...[undefined, ...regions].map((place) => `      ${regionOf(place)}`),
    '    </layout>',
    '  </head>',
    '  <body>',
    '    <div>',
    ...cues.map((cue) => `      ${writeCue(cue, ids)}`),
    '    </div>',
    '  </body>',
    '</tt>',
  ];
  return `${lines.join('\n')}\n`;
};

/** Only a region can place text, so a style's place goes to each of its cues. */
function placeInImage({ place, style }: Cue, styles: readonly CueStyle[]): Pick<Cue, 'place'> {
  const meant = place ?? styles.find(({ name }) => name === style)?.place;
  const isUsual = meant?.vertical === 'bottom' && meant.horizontal === 'centre' && !meant.at;
  return meant && !isUsual ? { place: meant } : { place: undefined };
}

function writeCue({ startMs, endMs, lines, style, place, speaker }: Cue, styles: ReadonlyMap<string, string>): string {
  const open = tag('p', [
    ['begin', writeClock(startMs, CLOCK)],
    ['end', writeClock(endMs, CLOCK)],
    ['region', regionId(place)],
    ['style', style === undefined ? undefined : styles.get(style)],
  ]);
  const name: CueLine = speaker === undefined ? [] : [{ text: `${speaker}: ` }];
  const [first = [], ...others] = lines;
  return `${open}${[[...name, ...first], ...others].map((runs) => runs.map(writeRun).join('')).join('<br/>')}</p>`;
}

function writeRun(run: Run): string {
  const attributes = styleAttributes(run);
  const text = escapeXml(run.text);
  return attributes.length === 0 ? text : `${tag('span', attributes)}${text}</span>`;
}

function styleAttributes(runStyle: RunStyle): [string, string][] {
  const { bold, italic, underline, strike, colour } = runStyle;
  const decorations = [
    ...(underline === undefined ? [] : [underline ? 'underline' : 'noUnderline']),
    ...(strike === undefined ? [] : [strike ? 'lineThrough' : 'noLineThrough']),
  ];
  return [
    ...(bold === undefined ? [] : [['tts:fontWeight', bold ? 'bold' : 'normal'] as [string, string]]),
    ...(italic === undefined ? [] : [['tts:fontStyle', italic ? 'italic' : 'normal'] as [string, string]]),
    ...(decorations.length === 0 ? [] : [['tts:textDecoration', decorations.join(' ')] as [string, string]]),
    ...(colour === undefined ? [] : [['tts:color', colour] as [string, string]]),
  ];
}

/** A cell is a fifteenth of the image's height, and sizes are percentages of it. */
const CELLS = 15;

function cueStyleAttributes(style: CueStyle): Attributes {
  const { font, size, boxColour, place } = style;
  return [
    ...(font === undefined ? [] : [['tts:fontFamily', font] as const]),
    ...(size === undefined ? [] : [['tts:fontSize', `${Math.round(size * CELLS * 100)}%`] as const]),
    ...(boxColour === undefined ? [] : [['tts:backgroundColor', boxColour] as const]),
    ...styleAttributes(style),
    ...(place === undefined ? [] : [['tts:textAlign', ALIGN[place.horizontal]] as const]),
  ];
}

const ALIGN = { left: 'left', centre: 'center', right: 'right' } as const;
const DISPLAY = { top: 'before', middle: 'center', bottom: 'after' } as const;

function regionId(place: Place | undefined): string {
  if (!place) return 'bottom';
  const { vertical, horizontal, at } = place;
  const point = at ? `-${Math.round(at.x * 1000)}-${Math.round(at.y * 1000)}` : '';
  return `${vertical}-${horizontal}${point}`;
}

/** Nine tenths of the image, or a box about the point that is meant. */
function regionOf(place: Place | undefined): string {
  const { vertical = 'bottom', horizontal = 'centre', at } = place ?? {};
  const [origin, extent] = at ? boxAbout(at, vertical, horizontal) : ['5% 5%', '90% 90%'];
  return tag(
    'region',
    [
      ['xml:id', regionId(place)],
      ['tts:origin', origin],
      ['tts:extent', extent],
      ['tts:displayAlign', DISPLAY[vertical]],
      ['tts:textAlign', ALIGN[horizontal]],
    ],
    true,
  );
}

/** The largest box in which text that is aligned so is at the point. */
function boxAbout(
  { x, y }: { readonly x: number; readonly y: number },
  vertical: Place['vertical'],
  horizontal: Place['horizontal'],
): [string, string] {
  const [left, width] = span(x, horizontal === 'left' ? 0 : horizontal === 'right' ? 1 : 0.5);
  const [top, height] = span(y, vertical === 'top' ? 0 : vertical === 'bottom' ? 1 : 0.5);
  return [`${left}% ${top}%`, `${width}% ${height}%`];
}

function span(point: number, anchor: number): [start: number, length: number] {
  const inside = Math.min(1, Math.max(0, point));
  const length = anchor === 0 ? 1 - inside : anchor === 1 ? inside : 2 * Math.min(inside, 1 - inside);
  const rounded = (fraction: number): number => Number((fraction * 100).toFixed(2));
  return [rounded(inside - length * anchor), rounded(length)];
}

function tag(name: string, attributes: Attributes, isEmpty = false): string {
  const written = attributes.flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXmlAttribute(value)}"`],
  );
  return `<${name}${written.join('')}${isEmpty ? '/' : ''}>`;
}
