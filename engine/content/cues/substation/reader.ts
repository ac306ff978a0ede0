import {
  styleBeside,
  orderedCues,
  tidyLines,
  type Cue,
  type CueMetadata,
  type CueStyle,
  type Place,
} from '../model.ts';
import { colourOfSubStation } from '../colours.ts';
import type { Notes } from '../notes.ts';
import { CLOCK, clockMs } from '../times.ts';
import type { ReadCues } from '../read.ts';
import { placeOfLegacy, placeOfNumpad, readEventText, startOverrides, type Overrides } from '../overrides.ts';

/** The image that a script means when it does not say. */
const DEFAULT_CANVAS = { width: 384, height: 288 };
const EVENT_FIELDS = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'];

type Fields = ReadonlyMap<string, string>;

/** SubStation Alpha, the older script (V4) and the advanced one (V4+): sections of lines `Key: value`. */
export const readSubStation: ReadCues = (source, notes) => {
  const sections = sectionsOf(source);
  const info = new Map(linesOf(sections, 'script info').map(({ key, value }) => [key, value]));
  const canvas = canvasOf(info);
  const isLegacy = !sections.has('v4+ styles') && sections.has('v4 styles');
  const styles = recordsOf(linesOf(sections, isLegacy ? 'v4 styles' : 'v4+ styles'), 'style', []).map((fields) =>
    styleOf(fields, canvas.height, isLegacy),
  );
  const known = new Map(styles.map((style) => [style.name, style]));
  const cues = recordsOf(linesOf(sections, 'events'), 'dialogue', EVENT_FIELDS).map((fields) =>
    cueOf(fields, canvas, known, notes),
  );
  if (['fonts', 'graphics'].some((name) => sections.get(name)?.some((line) => line.trim() !== '')))
    notes.drop('attachment');
  return { cues: orderedCues(cues), styles, metadata: metadataOf(info) };
};

function sectionsOf(source: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of source.split(/\r\n|\r|\n/)) {
    const name = /^\s*\[([^\]]+)\]\s*$/.exec(line)?.[1];
    if (name === undefined) lines.push(line);
    else sections.set(name.trim().toLowerCase(), (lines = []));
  }
  return sections;
}

interface Line {
  /** In small letters. */
  readonly key: string;
  readonly value: string;
}

function linesOf(sections: ReadonlyMap<string, readonly string[]>, name: string): Line[] {
  return (sections.get(name) ?? []).flatMap((line) => {
    const colon = line.indexOf(':');
    if (colon < 1 || /^\s*[;!]/.test(line)) return [];
    return [{ key: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }];
  });
}

/** Lines of one kind as the section's `Format` line names their fields; the last field takes all commas that are left. */
function recordsOf(lines: readonly Line[], kind: string, defaultFields: readonly string[]): Fields[] {
  let names = defaultFields;
  const records: Fields[] = [];
  for (const { key, value } of lines) {
    if (key === 'format') names = value.split(',').map((name) => name.trim().toLowerCase());
    if (key !== kind) continue;
    const parts = value.split(',');
    const fields = [...parts.slice(0, names.length - 1), parts.slice(names.length - 1).join(',')];
    records.push(new Map(names.map((name, index) => [name, fields[index]?.trim() ?? ''])));
  }
  return records;
}

function canvasOf(info: Fields): { width: number; height: number } {
  const width = Number(info.get('playresx'));
  const height = Number(info.get('playresy'));
  if (width > 0 && height > 0) return { width, height };
  if (height > 0) return { width: (height * DEFAULT_CANVAS.width) / DEFAULT_CANVAS.height, height };
  return width > 0 ? { width, height: (width * DEFAULT_CANVAS.height) / DEFAULT_CANVAS.width } : DEFAULT_CANVAS;
}

function metadataOf(info: Fields): CueMetadata {
  const [title, author] = [info.get('title'), info.get('original script')];
  const isTitled = title !== undefined && title !== '' && title !== 'Default Aegisub file' && title !== '<untitled>';
  return { ...(isTitled && { title }), ...(author && author !== '<unknown>' && { author }) };
}

function styleOf(fields: Fields, height: number, isLegacy: boolean): CueStyle {
  const isOn = (name: string): boolean => Number(fields.get(name) ?? 0) !== 0;
  const colour = colourOfSubStation(fields.get('primarycolour') ?? '');
  const outlineColour = colourOfSubStation(fields.get(isLegacy ? 'tertiarycolour' : 'outlinecolour') ?? '');
  const hasBox = fields.get('borderstyle') === '3';
  const boxColour = hasBox
    ? colourOfSubStation(fields.get(isLegacy ? 'backcolour' : 'outlinecolour') ?? '')
    : undefined;
  const size = Number(fields.get('fontsize')) / height;
  const outline = Number(fields.get('outline')) / height;
  const alignment = Number(fields.get('alignment') || 2);
  return {
    name: (fields.get('name') ?? 'Default').replace(/^\*/, ''),
    ...(fields.get('fontname') && { font: fields.get('fontname')! }),
    ...(size > 0 && { size }),
    ...(colour && { colour }),
    ...(outlineColour && { outlineColour }),
    ...(outline > 0 && { outline }),
    ...(boxColour && { boxColour }),
    ...(isOn('bold') && { bold: true }),
    ...(isOn('italic') && { italic: true }),
    ...(isOn('underline') && { underline: true }),
    ...(isOn('strikeout') && { strike: true }),
    place: isLegacy ? placeOfLegacy(alignment) : placeOfNumpad(alignment),
  };
}

const TIME = new RegExp(`^${CLOCK}$`);

function cueOf(fields: Fields, canvas: Overrides['canvas'], styles: ReadonlyMap<string, CueStyle>, notes: Notes): Cue {
  const overrides = startOverrides(notes, canvas);
  const [startMs, endMs] = ['start', 'end'].map((name) => {
    const times = TIME.exec(fields.get(name) ?? '');
    return times ? clockMs(times.slice(1, 5)) : 0;
  });
  const style = (fields.get('style') ?? '').replace(/^\*/, '');
  const styled = readEventText(fields.get('text') ?? '', overrides);
  const base = styles.get(style) ?? {};
  const lines = tidyLines(
    styled.map((runs) => runs.map(({ text, ...runStyle }) => ({ ...styleBeside(runStyle, base), text }))),
  );
  const speaker = fields.get('name') || fields.get('actor');
  const place: Place | undefined = overrides.place;
  if (fields.get('effect')) notes.drop('movement');
  return {
    startMs: startMs!,
    endMs: endMs!,
    lines,
    ...(speaker && speaker !== 'NTP' && { speaker }),
    ...(styles.has(style) && { style }),
    ...(place && { place }),
  };
}
