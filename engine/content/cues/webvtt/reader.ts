import { orderedCues, tidyLines, type Cue, type CueMetadata, type Place, type RunStyle } from '../model.ts';
import { colourOfWeb } from '../colours.ts';
import type { Notes } from '../notes.ts';
import { CLOCK, clockMs } from '../times.ts';
import type { ReadCues } from '../read.ts';
import { readMarkup } from '../markup.ts';

const TIME_LINE = new RegExp(String.raw`^\s*${CLOCK}\s+-->\s+${CLOCK}(.*)$`);

/** The eight colours that WebVTT itself names as classes (https://www.w3.org/TR/webvtt1/, section 5). */
const DEFAULT_CLASSES = ['white', 'lime', 'cyan', 'red', 'yellow', 'magenta', 'blue', 'black'].map(
  (name) => [name, { colour: colourOfWeb(name)! }] as const,
);

/** https://www.w3.org/TR/webvtt1/ */
export const readWebVtt: ReadCues = (source, notes) => {
  const [header = '', ...blocks] = source
    .replaceAll('\0', '\ufffd')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/);
  const classes = new Map<string, RunStyle>(DEFAULT_CLASSES);
  const cues: Cue[] = [];
  for (const block of [...cueBehindHeader(header), ...blocks]) {
    if (/^\s*STYLE\s*\n/.test(block)) readStyleBlock(block, classes);
    else if (!/^\s*(?:NOTE|REGION)\b/.test(block)) cues.push(...readBlock(block, classes, notes));
  }
  return { cues: orderedCues(cues), styles: [], metadata: metadataOf(header) };
};

/** A cue may follow the header without an empty line. */
function cueBehindHeader(header: string): string[] {
  const lines = header.split('\n');
  const at = lines.findIndex((line) => TIME_LINE.test(line));
  return at < 0 ? [] : [lines.slice(at).join('\n')];
}

function metadataOf(header: string): CueMetadata {
  const language = /^Language:\s*(\S+)/m.exec(header)?.[1];
  const title = /^(?:WEBVTT[ \t]*-[ \t]*|Title:\s*)(\S.*)$/m.exec(header)?.[1]?.trim();
  return { ...(language && { language }), ...(title && { title }) };
}

/** Rules such as `::cue(.loud) { color: red; font-weight: bold }`; the others concern no text of their own. */
function readStyleBlock(block: string, classes: Map<string, RunStyle>): void {
  for (const [, selector = '', body = ''] of block.matchAll(/::cue\(([^)]*)\)\s*\{([^}]*)\}/g)) {
    const name = /^\.([\w-]+)$/.exec(selector.trim())?.[1];
    if (name === undefined) continue;
    const property = (which: string): string =>
      new RegExp(`(?:^|[;\\s])${which}\\s*:\\s*([^;]+)`).exec(body)?.[1]?.trim() ?? '';
    const colour = colourOfWeb(property('color'));
    const decoration = property('text-decoration');
    classes.set(name, {
      ...(colour && { colour }),
      ...(/^(?:bold|[6-9]00)/.test(property('font-weight')) && { bold: true }),
      ...(/^(?:italic|oblique)/.test(property('font-style')) && { italic: true }),
      ...(decoration.includes('underline') && { underline: true }),
      ...(decoration.includes('line-through') && { strike: true }),
    });
  }
}

/** The cues of a block: another line of times begins another cue, with or without an empty line before it. */
function* readBlock(block: string, classes: ReadonlyMap<string, RunStyle>, notes: Notes): Generator<Cue> {
  const lines = block.split('\n');
  const starts = lines.flatMap((line, index) => (TIME_LINE.test(line) ? [index] : []));
  if (starts.length === 0 && block.trim() !== '') notes.drop('unreadable');
  for (const [index, start] of starts.entries()) {
    const [, ...times] = TIME_LINE.exec(lines[start]!)!;
    const text = lines.slice(start + 1, starts[index + 1]).join('\n');
    const marked = readMarkup(text, notes, { entities: true, classes });
    const place = placeOf(times[8] ?? '');
    yield {
      startMs: clockMs(times.slice(0, 4)),
      endMs: clockMs(times.slice(4, 8)),
      lines: tidyLines(marked.lines),
      ...(marked.speaker && { speaker: marked.speaker }),
      ...(place && { place }),
    };
  }
}

/** Lines of text that an image has room for, when a position is given in lines. */
const LINES_OF_IMAGE = 15;

/** The settings behind the times: `line:10% position:20% align:start`. */
function placeOf(settings: string): Place | undefined {
  const given = new Map([...settings.matchAll(/(\w+):(\S+)/g)].map(([, name, value]) => [name!, value!]));
  const line = given.get('line')?.split(',')[0];
  const align = given.get('align');
  const position = /^([\d.]+)%/.exec(given.get('position') ?? '')?.[1];
  if (line === undefined && align === undefined && position === undefined) return undefined;
  const y = line === undefined ? undefined : heightOf(line);
  const vertical = y === undefined || y > 2 / 3 ? 'bottom' : y < 1 / 3 ? 'top' : 'middle';
  const horizontal =
    align === 'start' || align === 'left' ? 'left' : align === 'end' || align === 'right' ? 'right' : 'centre';
  const place: Place = { vertical, horizontal };
  if (position === undefined || y === undefined || !line!.endsWith('%')) return place;
  return { ...place, at: { x: Number(position) / 100, y } };
}

/** From a percentage, or from a number of lines counted from the top, or from the bottom if negative. */
function heightOf(line: string): number {
  const value = Number.parseFloat(line);
  if (line.endsWith('%')) return value / 100;
  return value < 0 ? 1 + value / LINES_OF_IMAGE : value / LINES_OF_IMAGE;
}
